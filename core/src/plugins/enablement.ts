import type { Tier } from '@recado/contracts'
import { BriefCache } from '../brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'

/** What one company has of the plugins. Read often, changed rarely. */
export interface TenantPlugins {
  readonly tier: Tier
  readonly isActive: boolean
  readonly rows: ReadonlyMap<string, { readonly enabled: boolean; readonly settings: unknown }>
  /** Parsed settings by plugin, filled as they are asked for; gone with this object when anything changes. */
  readonly parsed: Map<string, Readonly<Record<string, unknown>>>
}

const changedTopic = 'plugins.changed'
/** A lost invalidation, or a licence changed by hand, matters for at most this long. */
const cacheMs = 30_000
const cachedTenants = 5_000

/** The companies' choices, cached on every node and forgotten on all of them when one is changed. */
export class Enablement {
  readonly #db: Database
  readonly #bus: Pick<EventBus, 'emit' | 'on'>
  readonly #cache = new BriefCache<TenantPlugins>(cacheMs, cachedTenants)
  readonly #stop: () => void

  constructor(db: Database, bus: Pick<EventBus, 'emit' | 'on'>) {
    this.#db = db
    this.#bus = bus
    this.#stop = bus.on(changedTopic, (data) => this.#cache.forget((data as { tenantId: string }).tenantId))
  }

  of(tenantId: string): Promise<TenantPlugins> {
    return this.#cache.get(tenantId, () => this.#load(tenantId))
  }

  /** Call after the commit that changed something. */
  changed(tenantId: string): void {
    this.#cache.forget(tenantId)
    this.#bus.emit(changedTopic, { tenantId })
  }

  close(): void { this.#stop() }

  async #load(tenantId: string): Promise<TenantPlugins> {
    const [tenants, rows] = await this.#db.read<[{ tier: Tier; status: string }[], { plugin: string; enabled: boolean; settings: unknown }[]]>(tenantId, (sql) => [
      sql`select tier, status from core.tenant where id = ${tenantId}`,
      sql`select plugin, enabled, settings from core.plugin_enablement where tenant_id = ${tenantId}`,
    ])
    return { tier: tenants[0]?.tier ?? 'free', isActive: tenants[0]?.status === 'active', rows: new Map(rows.map(({ plugin, ...row }) => [plugin, row])), parsed: new Map() }
  }
}
