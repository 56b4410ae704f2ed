import { FactKeeping } from '../facts/fact-keeping.ts'
import { Facts } from '../facts/facts.service.ts'
import { GradeKeeping } from '../facts/grade-keeping.ts'
import { OpeningKeeping } from '../facts/opening-keeping.ts'
import { Viewers } from '../users/viewers.ts'
import type { Making } from './app-options.ts'
import {
  BUS,
  CLOCK,
  DATABASE,
  FACT_KEEPING,
  GRADE_KEEPING,
  OPENING_KEEPING,
  FACTS,
  PERMISSIONS,
  PLUGINS,
  SETTINGS,
  VIEWERS,
} from './tokens.ts'

/** Numbers for reports, with the viewers who read them. */
export function makeFacts({ once, get, options }: Making): void {
  const { log } = options
  const db = get(DATABASE)
  once(VIEWERS, () => new Viewers({ db, permissions: get(PERMISSIONS) }))
  once(FACTS, () => new Facts({ db, settings: get(SETTINGS) }))
  once(
    GRADE_KEEPING,
    () =>
      new GradeKeeping({
        db,
        bus: get(BUS),
        log,
        ask: (tenantId, input) => get(PLUGINS).callService(tenantId, 'surveyGrades.given', input),
      }),
  )
  once(FACT_KEEPING, () => new FactKeeping({ db, clock: get(CLOCK), log, grades: get(GRADE_KEEPING) }))
  once(
    OPENING_KEEPING,
    () =>
      new OpeningKeeping({
        db,
        clock: get(CLOCK),
        log,
        ask: (tenantId, span) => get(PLUGINS).callService(tenantId, 'openings.between', span),
      }),
  )
}
