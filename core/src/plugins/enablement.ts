import type { Tier } from '@recado/contracts'
import { BriefCache } from '../base/brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { tenantChangedTopic, type TenantChangedNotice } from '../topics/tenants.ts'

/** State of the plugins for one company. Read often, changed rarely. */
export interface TenantPlugins {
  readonly tier: Tier
  readonly isActive: boolean
  readonly rows: ReadonlyMap<string, Chosen>
  /** Parsed settings by plugin, filled as they are asked for; gone with this object when anything changes. */
  readonly parsed: Map<string, Readonly<Record<string, unknown>>>
}

interface Chosen {
  readonly enabled: boolean
  readonly settings: Readonly<Record<string, unknown>>
}
interface Change {
  readonly tenantId: string
  readonly disabled?: string | undefined
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
  readonly #stop: readonly (() => void)[]
  readonly #listeners = new Set<(tenantId: string) => void>()

  /** @param onDisabled called on every node when a company has switched a plugin off */
  constructor(
    db: Database,
    bus: Pick<EventBus, 'emit' | 'on'>,
    onDisabled: (plugin: string, tenantId: string) => void,
  ) {
    this.#db = db
    this.#bus = bus
    this.#stop = [
      bus.on(changedTopic, (data) => {
        const { tenantId, disabled } = data as Change
        this.#forget(tenantId)
        if (disabled !== undefined) onDisabled(disabled, tenantId)
      }),
      bus.on(tenantChangedTopic, (data) => this.#forget((data as TenantChangedNotice).tenantId)),
    ]
  }

  /** Calls on every node when what a company has was changed; answers how to stop. */
  onChanged(listener: (tenantId: string) => void): () => void {
    const registered = (tenantId: string): void => listener(tenantId)
    this.#listeners.add(registered)
    return () => void this.#listeners.delete(registered)
  }

  #forget(tenantId: string): void {
    this.#cache.forget(tenantId)
    for (const listener of [...this.#listeners]) listener(tenantId)
  }

  of(tenantId: string): Promise<TenantPlugins> {
    return this.#cache.get(tenantId, () => this.#load(tenantId))
  }

  /** State for many companies, past the cache, in one statement. A missing company is absent. */
  async ofAll(tenantIds: readonly string[]): Promise<ReadonlyMap<string, TenantPlugins>> {
    const companies = await this.#db.raw<
      { tenant_id: string; tier: Tier; active: boolean; rows: Record<string, Chosen> }[]
    >`
      select tenant_id, tier, active, rows from core.plugin_choices(${[...tenantIds]}::uuid[])`
    return new Map(
      companies.map(({ tenant_id: id, tier, active, rows }) => [
        id,
        { tier, isActive: active, rows: new Map(Object.entries(rows)), parsed: new Map() },
      ]),
    )
  }

  /** Call after the commit that changed something; with the plugin that was switched off, if that was it. */
  changed(tenantId: string, disabled?: string): void {
    this.#cache.forget(tenantId)
    this.#bus.emit(changedTopic, { tenantId, disabled } satisfies Change)
  }

  /** A plugin was added, removed or replaced: values parsed by the old one are invalid. */
  forgetAll(): void {
    this.#cache.clear()
  }

  close(): void {
    for (const stop of this.#stop) stop()
  }

  async #load(tenantId: string): Promise<TenantPlugins> {
    const [tenants, rows] = await this.#db.read(tenantId, (sql) => [
      sql<{
        tier: Tier
        status: string
      }>`select core.tier_of(id) as tier, status from core.tenant where id = ${tenantId}`,
      sql<{
        plugin: string
        enabled: boolean
        settings: Record<string, unknown>
      }>`select plugin, enabled, settings from core.plugin_enablement where tenant_id = ${tenantId}`,
    ])
    return {
      tier: tenants[0]?.tier ?? 'free',
      isActive: tenants[0]?.status === 'active',
      rows: new Map(rows.map(({ plugin, ...row }) => [plugin, row])),
      parsed: new Map(),
    }
  }
}
