import { Refusal, tierAllows } from '@recado/contracts'
import type { CompanyFacts } from './company-facts.ts'
import type { Enablement, TenantPlugins } from './enablement.ts'
import type { RunningPlugin } from './installed-plugin.ts'

/** State of a plugin for a company at this moment. */
export interface Availability {
  readonly enabled: boolean
  readonly allowedByTier: boolean
  /** Enabled, within the licence, the company active. */
  readonly usable: boolean
}

/** Companies that may use plugins, with their settings: the one place that HTTP, events, jobs and the manifest call. */
export class Availabilities {
  readonly #enablement: Enablement
  readonly #running: ReadonlyMap<string, RunningPlugin>

  constructor(enablement: Enablement, running: ReadonlyMap<string, RunningPlugin>) {
    this.#enablement = enablement
    this.#running = running
  }

  /**
   * Without a row of its own a company has what is enabled by default. A plugin is off while one it requires is off.
   */
  judge(plugin: RunningPlugin, tenant: TenantPlugins): Availability {
    const { definition } = plugin
    const chosen = tenant.rows.get(plugin.id)?.enabled ?? plugin.enabledByDefault
    const required = Object.keys(definition.requires ?? {}).map((id) => this.#running.get(id))
    const enabled = chosen && required.every((other) => other !== undefined && this.judge(other, tenant).usable)
    const allowedByTier = tierAllows(tenant.tier, definition.tier)
    return { enabled, allowedByTier, usable: enabled && allowedByTier && tenant.isActive }
  }

  async usable(plugin: RunningPlugin, tenantId: string): Promise<boolean> {
    return this.judge(plugin, await this.#enablement.of(tenantId)).usable
  }

  /** @throws Refusal ERR_PLUGIN_DISABLED or ERR_TIER_REQUIRED */
  async require(plugin: RunningPlugin, tenantId: string): Promise<void> {
    const { enabled, allowedByTier, usable } = this.judge(plugin, await this.#enablement.of(tenantId))
    if (enabled && !allowedByTier) throw new Refusal('ERR_TIER_REQUIRED')
    if (!usable) throw new Refusal('ERR_PLUGIN_DISABLED')
  }

  /** Company facts of a plugin's context, all of one moment. @throws Refusal ERR_PLUGIN_SETTINGS */
  async company(plugin: RunningPlugin, tenantId: string): Promise<CompanyFacts> {
    const tenant = await this.#enablement.of(tenantId)
    const target = plugin.form.targets(tenant.rows.get(plugin.id)?.settings ?? {})
    return { settings: settingsIn(tenant, plugin), tier: tenant.tier, target }
  }

  /** @throws Refusal ERR_PLUGIN_SETTINGS when what is stored does not match the schema (any more) */
  async settings(plugin: RunningPlugin, tenantId: string): Promise<Readonly<Record<string, unknown>>> {
    return settingsIn(await this.#enablement.of(tenantId), plugin)
  }
}

function settingsIn(tenant: TenantPlugins, plugin: RunningPlugin): Readonly<Record<string, unknown>> {
  const known = tenant.parsed.get(plugin.id)
  if (known) return known
  const parsed = Object.freeze(plugin.form.read(tenant.rows.get(plugin.id)?.settings ?? {}))
  tenant.parsed.set(plugin.id, parsed)
  return parsed
}
