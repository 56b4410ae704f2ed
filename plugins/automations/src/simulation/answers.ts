import { Refusal, type CorePorts, type SurveyGrade, type TicketId, type TicketPast } from '@recado/sdk'
import type { TicketPlace } from '../runs/rule-events.ts'
import type { Moment } from './moment.ts'
import { momentsOf, type Span } from './replay.ts'
import { supposedGrades, type Supposed } from './supposed.ts'

/** A grade that was given, with its time, ISO 8601. */
export type GivenGrade = SurveyGrade & { readonly at: string }

/** When a supposed answer would have been given: with each closing. */
export const supposedMoments = (past: TicketPast, { kind, grade }: Supposed, span: Span): Moment[] =>
  momentsOf(past, { kind: 'event', event: 'closed' }, span, null).map((moment) => ({
    ...moment,
    answer: { kind, grade, highest: supposedGrades[kind][1] },
  }))

/** When the grades of a ticket were given, and how it stood then. Those before all that is known of it are left out. */
export const givenMoments = (
  { happenings }: Pick<TicketPast, 'happenings'>,
  grades: readonly GivenGrade[],
  span: Span,
): Moment[] =>
  grades.flatMap(({ at, ...answer }): Moment[] => {
    const time = Date.parse(at)
    const state: TicketPlace | undefined = happenings.findLast((happening) => Date.parse(happening.at) <= time)?.state
    return state && time >= span.from && time <= span.to ? [{ at, state, answer }] : []
  })

/** The grades about these tickets; none where no plugin has surveys, or the one that has cannot say. */
export async function gradesAbout(
  tickets: readonly TicketId[],
  span: Span,
  { services }: Pick<CorePorts, 'services'>,
): Promise<ReadonlyMap<TicketId, readonly GivenGrade[]>> {
  if (tickets.length === 0) return new Map()
  const since = new Date(span.from).toISOString()
  const answered = await services
    .call('surveyGrades.given', { tickets: [...tickets], since })
    .catch((error: unknown) => {
      if (Refusal.is(error)) return undefined
      throw error
    })
  const grades = (answered?.grades ?? []).map(({ ticketId, ...given }) => [ticketId, given] as const)
  return new Map(
    [...Map.groupBy(grades, ([ticket]) => ticket)].map(([ticket, given]) => [ticket, given.map(([, grade]) => grade)]),
  )
}
