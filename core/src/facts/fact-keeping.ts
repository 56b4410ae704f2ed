import type { Logger } from '@recado/contracts'
import type { Database } from '../db/database.ts'

/** Rows that one transaction brings into the numbers. */
const rowsAtOnce = 2_000
const companiesAtOnce = 20

export interface FactKeepingDeps {
  readonly db: Database
  readonly log: Logger
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

  /** Makes the numbers of a company anew from its rows; the next sweep completes them. */
  async rebuild(tenantId: string): Promise<void> {
    const { db, log } = this.#deps
    await db.raw`select core.rebuild_facts(${tenantId})`
    log.debug({ tenantId }, 'the numbers of a company are made from its rows')
  }
}
