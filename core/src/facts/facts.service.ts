import { FactQuery, type FactAnswer, type Viewer } from '@recado/contracts'
import type { Database } from '../db/database.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { factStatement, type StoredFact } from './fact-query.ts'

export interface FactsDeps {
  readonly db: Database
  readonly settings: Pick<SettingsReader, 'visibility'>
}

/** Answers numbers about what has happened in a company: see {@link FactQuery}. They are seconds behind. */
export class Facts {
  readonly #deps: FactsDeps
  constructor(deps: FactsDeps) {
    this.#deps = deps
  }

  /** For a viewer what they may see; without one all of the company. */
  async query(tenantId: string, asked: FactQuery, viewer?: Viewer): Promise<FactAnswer> {
    const { db, settings } = this.#deps
    const query = FactQuery.parse(asked)
    const seen = viewer && { viewer, visibility: await settings.visibility(tenantId) }
    const [company, facts] = await db.read(tenantId, (sql) => [
      sql<{ time_zone: string }>`select time_zone from core.tenant where id = ${tenantId}`,
      factStatement(sql, tenantId, query, seen),
    ])
    return { timeZone: company[0]!.time_zone, rows: facts.map((fact) => rowOf(fact, query.by.length)) }
  }
}

const rowOf = (fact: StoredFact, groups: number): FactAnswer['rows'][number] => ({
  by: [
    { value: fact.value0, name: fact.name0 },
    { value: fact.value1, name: fact.name1 },
  ].slice(0, groups),
  count: fact.count,
  mean: fact.mean,
  median: fact.quantiles?.[0] ?? null,
  p90: fact.quantiles?.[1] ?? null,
})
