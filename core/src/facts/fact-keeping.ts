import type { Logger } from '@recado/contracts'
import type { Clock } from '../base/clock.ts'
import { sql } from 'drizzle-orm'
import { factsKept } from '../tables/facts-kept.table.ts'
import type { Database } from '../db/database.ts'
import type { GradeKeeping } from './grade-keeping.ts'

/** Rows that one transaction brings into the numbers. */
const rowsAtOnce = 2_000
const companiesAtOnce = 20
/** Tickets of a company that are noted at once. */
const ticketsAtOnce = 20_000
/** A company with no more messages has them counted at once, others month by month. */
const messagesAtOnce = 20_000
/** Months of messages that are counted one by one; those before at once. */
const months = 60

export interface FactKeepingDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  readonly grades: Pick<GradeKeeping, 'rebuild'>
}

/**
 * Brings the numbers of all companies up to what has happened: see `core.settle_facts`. Numbers that a company never
 * had are made from its rows first.
 */
export class FactKeeping {
  readonly #deps: FactKeepingDeps
  constructor(deps: FactKeepingDeps) {
    this.#deps = deps
  }

  async sweep(): Promise<void> {
    const { db } = this.#deps
    for (;;) {
      const missing = await db.raw<{ tenant_id: string }[]>`
        select tenant_id from core.companies_without_facts(${companiesAtOnce})`
      for (const { tenant_id } of missing) await this.rebuild(tenant_id)
      if (missing.length < companiesAtOnce) break
    }
    for (let taken = rowsAtOnce; taken === rowsAtOnce;) {
      const [row] = await db.raw<{ taken: number }[]>`select core.settle_facts(${rowsAtOnce}) as taken`
      taken = row!.taken
    }
  }

  /**
   * Makes the numbers of a company anew from its rows, in portions; the next sweep completes them. The product runs
   * on meanwhile.
   */
  async rebuild(tenantId: string): Promise<void> {
    const { db, clock, log } = this.#deps
    for (const { from, until } of (await this.#isSmall(tenantId)) ? [allOfTime] : spans(clock.now()))
      await db.raw`select core.rebuild_facts(${tenantId}, ${from}::text::timestamptz, ${until}::text::timestamptz)`
    for (let after: string | null = null; ;) {
      const [row]: { last: string | null }[] = await db.raw<{ last: string | null }[]>`
        select core.recount_tickets(${tenantId}, ${after}, ${ticketsAtOnce}) as last`
      after = row!.last
      if (after === null) break
    }
    await this.#deps.grades.rebuild(tenantId)
    await db.tenant(tenantId, (tx) =>
      tx
        .insert(factsKept)
        .values({ tenantId })
        .onConflictDoUpdate({ target: factsKept.tenantId, set: { since: sql`now()` } }),
    )
    log.debug({ tenantId }, 'the numbers of a company are made from its rows')
  }

  async #isSmall(tenantId: string): Promise<boolean> {
    const [[row]] = await this.#deps.db.read(tenantId, (query) => [
      query<{ messages: number }>`
      select count(*)::integer as messages from (
        select from core.message m where m.tenant_id = ${tenantId} limit ${messagesAtOnce + 1}) counted`,
    ])
    return row!.messages <= messagesAtOnce
  }
}

const allOfTime = { from: '-infinity', until: 'infinity' }

/** All of time, the months before now one by one. */
function spans(now: Date): { from: string; until: string }[] {
  const bounds = Array.from({ length: months + 1 }, (_, nth) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1 + nth)).toISOString(),
  )
  return ['-infinity', ...bounds].map((from, nth) => ({ from, until: bounds[nth] ?? 'infinity' }))
}
