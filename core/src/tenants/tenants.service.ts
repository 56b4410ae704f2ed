import type { Locale, Tier } from '@recado/contracts'
import { BriefCache } from '../base/brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { tenantChangedTopic, type TenantChangedNotice } from '../topics/tenants.ts'

/** Facts of a company for the rest of core. `tier` is the one that counts now: a licence or a trial may have ended. */
export interface Tenant {
  readonly id: string
  readonly name: string
  readonly tier: Tier
  readonly status: 'active' | 'inactive'
  readonly locale: Locale
  readonly timeZone: string
}

/** Cached facts of companies. A company changes rarely, hence the longer life of the entries. */
export class TenantsService {
  readonly #db: Database
  readonly #known = new BriefCache<Tenant | undefined>(10_000, 5_000)
  readonly #leave: () => void

  constructor(options: { db: Database; bus: Pick<EventBus, 'on'> }) {
    this.#db = options.db
    this.#leave = options.bus.on(tenantChangedTopic, (data) =>
      this.#known.forget((data as TenantChangedNotice).tenantId),
    )
  }

  get(tenantId: string): Promise<Tenant | undefined> {
    return this.#known.get(tenantId, async () => {
      const [[row]] = await this.#db.read(tenantId, (sql) => [
        sql<Tenant>`
          select id, name, core.tier_of(id) as tier, status, locale, time_zone as "timeZone"
            from core.tenant
           where id = ${tenantId}`,
      ])
      return row
    })
  }

  /** Drops the cached facts after a write: read again here at once, on other nodes within seconds. */
  changed(tenantId: string): void {
    this.#known.forget(tenantId)
  }

  /** The tier that counts now; free for a company that is gone. */
  async tier(tenantId: string): Promise<Tier> {
    return (await this.get(tenantId))?.tier ?? 'free'
  }

  /** IANA name. */
  async timeZone(tenantId: string): Promise<string> {
    return (await this.get(tenantId))?.timeZone ?? 'America/Sao_Paulo'
  }

  close(): void {
    this.#leave()
  }
}
