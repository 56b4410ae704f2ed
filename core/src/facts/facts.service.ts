import {
  FactConversationsQuery,
  FactQuery,
  type FactAnswer,
  type FactConversations,
  type FactMeasure,
  type Viewer,
} from '@recado/contracts'
import type { Database } from '../db/database.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { readFactPlace, writeFactPlace } from './fact-place.ts'
import {
  conversationStatement,
  factStatement,
  type FactDeadline,
  type FactsSeen,
  type StoredFact,
} from './fact-query.ts'

export interface FactsDeps {
  readonly db: Database
  readonly settings: Pick<SettingsReader, 'visibility' | 'get'>
}

/** Answers numbers about what has happened in a company: see {@link FactQuery}. They are seconds behind. */
export class Facts {
  readonly #deps: FactsDeps
  constructor(deps: FactsDeps) {
    this.#deps = deps
  }

  /** For a viewer what they may see; without one all of the company. */
  async query(tenantId: string, asked: FactQuery, viewer?: Viewer): Promise<FactAnswer> {
    const query = FactQuery.parse(asked)
    const [seen, deadline] = await Promise.all([this.#seen(tenantId, viewer), this.#deadline(tenantId)])
    const [company, facts] = await this.#deps.db.read(tenantId, (sql) => [
      sql<{ time_zone: string }>`select time_zone from core.tenant where id = ${tenantId}`,
      factStatement(sql, tenantId, { ...query, ...deadline }, seen),
    ])
    return { timeZone: company[0]!.time_zone, rows: facts.map((fact) => rowOf(fact, query)) }
  }

  /** The conversations behind a number, for the same readers. */
  async conversations(tenantId: string, asked: FactConversationsQuery, viewer?: Viewer): Promise<FactConversations> {
    const { cursor, ...query } = FactConversationsQuery.parse(asked)
    const after = readFactPlace(cursor)
    const [seen, deadline] = await Promise.all([this.#seen(tenantId, viewer), this.#deadline(tenantId)])
    const [rows] = await this.#deps.db.read(tenantId, (sql) => [
      conversationStatement(sql, tenantId, { ...query, ...deadline, after }, seen),
    ])
    const shown = rows.slice(0, query.limit)
    const last = shown.at(-1)
    return {
      conversations: shown.map(({ ticket, at, amount }) => ({ ticket, at: at.toISOString(), amount })),
      nextCursor: rows.length > query.limit && last ? writeFactPlace({ rank: last.rank, id: last.ticket }) : null,
    }
  }

  async #seen(tenantId: string, viewer: Viewer | undefined): Promise<FactsSeen | undefined> {
    return viewer && { viewer, visibility: await this.#deps.settings.visibility(tenantId) }
  }

  /** Seconds from the company's minutes. */
  async #deadline(tenantId: string): Promise<FactDeadline> {
    const { settings } = this.#deps
    const [thresholds, standsStill] = await Promise.all([
      settings.get(tenantId, 'slaThresholds'),
      settings.get(tenantId, 'slaOpeningHours'),
    ])
    return { deadline: thresholds.red * 60, slaClock: standsStill ? 'opening' : 'wall' }
  }
}

const rowOf = (
  fact: StoredFact,
  { measure, by }: { measure: FactMeasure; by: readonly unknown[] },
): FactAnswer['rows'][number] => ({
  by: [
    { value: fact.value0, name: fact.name0 },
    { value: fact.value1, name: fact.name1 },
  ].slice(0, by.length),
  count: fact.count,
  mean: fact.mean,
  median: fact.quantiles?.[0] ?? null,
  p90: fact.quantiles?.[1] ?? null,
  sla: measure === 'firstAnswer' ? { kept: fact.kept ?? 0, broken: fact.broken ?? 0 } : null,
})
