import { Refusal, type PluginContext, type Viewer } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { Vault } from '../security/vault.ts'
import type { Availabilities } from './availability.ts'
import { pluginScope } from './context.ts'
import type { Enablement } from './enablement.ts'
import type { Guard } from './guard.ts'
import type { RunningPlugin } from './installed-plugin.ts'
import { handlerLimitMs } from './plugin-routes.ts'
import { pluginEnablement } from './plugin.table.ts'

export interface ChoiceParts {
  readonly db: Database
  readonly vault: Vault
  readonly enablement: Enablement
  readonly availability: Availabilities
  readonly guard: Guard
  readonly realtime: Pick<Realtime, 'pluginsChanged'>
  readonly running: ReadonlyMap<string, RunningPlugin>
  context(plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext>
}

/** What administrators decide about plugins for their company: on or off, and the settings. */
export class PluginChoices {
  readonly #parts: ChoiceParts

  constructor(parts: ChoiceParts) {
    this.#parts = parts
  }

  /** @throws Refusal ERR_TIER_REQUIRED, ERR_PLUGIN_DISABLED (`detail` names a required plugin that is off), ERR_PLUGIN_SETTINGS, or what the plugin's own `enable` refuses */
  async enable(plugin: RunningPlugin, tenantId: string, viewer: Viewer): Promise<void> {
    const { enablement, availability, guard, running } = this.#parts
    const tenant = await enablement.of(tenantId)
    if (!availability.judge(plugin, tenant).allowedByTier) throw new Refusal('ERR_TIER_REQUIRED')
    const missing = Object.keys(plugin.definition.requires ?? {}).find((id) => !availability.judge(running.get(id)!, tenant).usable)
    if (missing !== undefined) throw new Refusal('ERR_PLUGIN_DISABLED', { detail: missing })
    await this.#requireSettings(plugin, tenantId, tenant.rows.get(plugin.id)?.settings ?? {})
    guard.reset(plugin.id, tenantId)
    const { enable } = plugin.implementation.lifecycle ?? {}
    if (enable) await guard.run({ plugin: plugin.id, tenantId, by: 'company', what: 'enable', limitMs: handlerLimitMs }, async (signal) => enable(await this.#parts.context(plugin, tenantId, signal)))
    await this.#store(plugin, tenantId, viewer, 'plugin.enable', { enabled: true })
  }

  /** Always succeeds for a plugin that runs: an error of its own `disable` is logged and changes nothing. Its data stays. */
  async disable(plugin: RunningPlugin, tenantId: string, viewer: Viewer): Promise<void> {
    const { guard } = this.#parts
    await this.#store(plugin, tenantId, viewer, 'plugin.disable', { enabled: false })
    const { disable } = plugin.implementation.lifecycle ?? {}
    if (disable) await guard.run({ plugin: plugin.id, tenantId, by: 'company', what: 'disable', limitMs: handlerLimitMs }, async (signal) => disable(await this.#parts.context(plugin, tenantId, signal))).catch(() => undefined)
    guard.reset(plugin.id, tenantId)
  }

  async forget(tenantId: string, contact: string): Promise<void> {
    const { guard, running, context } = this.#parts
    const holders = [...running.values()].filter((plugin) => plugin.implementation.lifecycle?.forget)
    const results = await Promise.allSettled(holders.map((plugin) =>
      guard.run({ plugin: plugin.id, tenantId, by: 'company', what: 'forget', limitMs: handlerLimitMs }, async (signal) => plugin.implementation.lifecycle!.forget!(await context(plugin, tenantId, signal), contact))))
    const failed = holders.filter((_, index) => results[index]!.status === 'rejected').map((plugin) => plugin.id)
    if (failed.length > 0) throw new Refusal('ERR_PLUGIN_FAILED', { detail: failed.join(', ') })
  }

  /**
   * Replaces the settings. Secrets go to the vault and never come back; an empty one keeps its value, null erases it.
   * @throws Refusal ERR_VALIDATION naming the fields
   */
  async saveSettings(plugin: RunningPlugin, tenantId: string, viewer: Viewer, input: Readonly<Record<string, unknown>>): Promise<void> {
    const { vault, guard } = this.#parts
    const { values, secrets, erased } = plugin.form.split(input, await this.#keptSecrets(plugin, tenantId))
    const place = { tenantId, owner: plugin.id, scope: pluginScope }
    await Promise.all([
      ...Object.entries(secrets).map(([name, value]) => vault.set({ ...place, name }, value)),
      ...erased.map((name) => vault.delete({ ...place, name })),
    ])
    guard.reset(plugin.id, tenantId)
    await this.#store(plugin, tenantId, viewer, 'plugin.settings', { settings: values, settingsVersion: plugin.definition.version }, { fields: Object.keys(input) })
  }

  async #requireSettings(plugin: RunningPlugin, tenantId: string, stored: unknown): Promise<void> {
    try {
      plugin.form.split(stored as Record<string, unknown>, await this.#keptSecrets(plugin, tenantId))
    } catch (error) {
      throw Refusal.is(error) ? new Refusal('ERR_PLUGIN_SETTINGS', error.facts, { cause: error }) : error
    }
  }

  async #keptSecrets(plugin: RunningPlugin, tenantId: string): Promise<Record<string, string>> {
    const values = await Promise.all(plugin.form.secretNames.map(async (name) => [name, await this.#parts.vault.get({ tenantId, owner: plugin.id, scope: pluginScope, name })] as const))
    return Object.fromEntries(values.filter((entry): entry is [string, string] => entry[1] !== undefined))
  }

  async #store(plugin: RunningPlugin, tenantId: string, viewer: Viewer, action: string, change: { enabled?: boolean; settings?: Record<string, unknown>; settingsVersion?: string }, facts: Record<string, unknown> = {}): Promise<void> {
    await this.#parts.db.tenant(tenantId, async (tx: Tx) => {
      const changed = { ...change, changedBy: viewer.userId }
      await tx.insert(pluginEnablement)
        .values({ tenantId, plugin: plugin.id, enabled: plugin.enabledByDefault, ...changed })
        .onConflictDoUpdate({ target: [pluginEnablement.tenantId, pluginEnablement.plugin], set: { ...changed, updatedAt: sql`now()` } })
      await audit(tx, { tenantId, userId: viewer.userId, action, subject: plugin.id, facts })
    })
    this.#parts.enablement.changed(tenantId, change.enabled === false ? plugin.id : undefined)
    this.#parts.realtime.pluginsChanged(tenantId)
  }
}
