import {
  Refusal,
  type AnyPluginDefinition,
  type AuditAction,
  type ContactFootprint,
  type Logger,
  type MediaId,
  type PluginContext,
  type PluginImplementation,
  type Viewer,
} from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import { ensureDeclared } from '../attributes/declared-attributes.ts'
import { audit } from '../audit/audit.ts'
import { sent } from '../channels/connection-secrets.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { Vault } from '../vault/vault.ts'
import type { Availabilities } from './availability.ts'
import { pluginScope } from './plugin-names.ts'
import type { Enablement } from './enablement.ts'
import type { Guard } from './guard.ts'
import type { RunningPlugin } from './installed-plugin.ts'
import { handlerLimitMs } from './handler-limit.ts'
import { pluginEnablement } from '../tables/plugin.table.ts'

export interface ChoiceParts {
  readonly db: Database
  readonly vault: Vault
  readonly enablement: Enablement
  readonly availability: Availabilities
  readonly guard: Guard
  readonly log: Logger
  readonly realtime: Pick<Realtime, 'pluginsChanged'>
  readonly running: ReadonlyMap<string, RunningPlugin>
  context(plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext>
  /** Like `context`, including switched off connections: their data is still held. */
  holding(plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext>
  /** Like `context`, with settings and secrets that are not stored. */
  trying(plugin: RunningPlugin, tenantId: string, signal: AbortSignal, tried: TriedSettings): Promise<PluginContext>
}

/** Settings that were typed and are not stored, with all secrets that they go with. */
export interface TriedSettings {
  readonly values: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
}

/** Work around a stored choice: in its transaction, and after the commit before it is announced. */
interface Around {
  first?(tx: Tx): Promise<unknown>
  stored?(): void
}

type Settings = Readonly<Record<string, unknown>>
type Lifecycle = NonNullable<PluginImplementation<AnyPluginDefinition>['lifecycle']>

/** Plugins' data about a contact, by plugin; `failed` lists those that could not answer. */
export interface PluginHoldings {
  readonly held: Readonly<Record<string, unknown>>
  readonly failed: readonly string[]
}

/** The user who changes settings, and whether they confirmed their identity recently. */
export interface SettingsEditor {
  readonly viewer: Viewer
  readonly isConfirmed: boolean
}

/** Choices of administrators about plugins for their company: on or off, and the settings. */
export class PluginChoices {
  readonly #parts: ChoiceParts

  constructor(parts: ChoiceParts) {
    this.#parts = parts
  }

  /**
   * @throws Refusal ERR_TIER_REQUIRED, ERR_PLUGIN_DISABLED (`detail` names a required plugin that is off),
   * ERR_PLUGIN_SETTINGS, ERR_ATTRIBUTE_LIMIT, or what the plugin's own `enable` refuses
   */
  async enable(plugin: RunningPlugin, tenantId: string, viewer: Viewer): Promise<void> {
    const { enablement, availability, guard, running } = this.#parts
    const tenant = await enablement.of(tenantId)
    if (!availability.judge(plugin, tenant).allowedByTier) throw new Refusal('ERR_TIER_REQUIRED')
    const missing = Object.keys(plugin.definition.requires ?? {}).find(
      (id) => !availability.judge(running.get(id)!, tenant).usable,
    )
    if (missing !== undefined) throw new Refusal('ERR_PLUGIN_DISABLED', { detail: missing })
    await this.#requireSettings(plugin, tenantId, tenant.rows.get(plugin.id)?.settings ?? {})
    guard.reset(plugin.id, tenantId)
    const { enable } = plugin.implementation.lifecycle ?? {}
    if (enable)
      await guard.run(
        {
          plugin: plugin.id,
          errors: plugin.definition.errors,
          tenantId,
          by: 'company',
          what: 'enable',
          limitMs: handlerLimitMs,
        },
        async (signal) => enable(await this.#parts.context(plugin, tenantId, signal)),
      )
    await this.#store(
      plugin,
      tenantId,
      viewer,
      'plugin.enable',
      { enabled: true },
      {},
      { first: (tx) => ensureDeclared(tx, tenantId, plugin.definition) },
    )
  }

  /**
   * Always succeeds for a plugin that runs: an error of its own `disable` is logged and changes nothing. Its data
   * stays.
   */
  async disable(plugin: RunningPlugin, tenantId: string, viewer: Viewer): Promise<void> {
    await this.#store(plugin, tenantId, viewer, 'plugin.disable', { enabled: false })
    await this.#tell(plugin, tenantId, 'disable')
    this.#parts.guard.reset(plugin.id, tenantId)
  }

  /** Tells a plugin what has been stored; an error of its own is logged and changes nothing. */
  async #tell(plugin: RunningPlugin, tenantId: string, what: 'disable' | 'configure'): Promise<void> {
    const code = plugin.implementation.lifecycle?.[what]
    if (!code) return
    const call = {
      plugin: plugin.id,
      errors: plugin.definition.errors,
      tenantId,
      by: 'company',
      what,
      limitMs: handlerLimitMs,
    } as const
    await this.#parts.guard
      .run(call, async (signal) => code(await this.#parts.context(plugin, tenantId, signal)))
      .catch(() => undefined)
  }

  /** Has every plugin erase what it holds about a contact; answers those that could not. */
  async forget(tenantId: string, contact: string, footprint: ContactFootprint): Promise<string[]> {
    const answers = await this.#askEach(tenantId, 'forget', (forget, ctx) => forget(ctx, contact, footprint))
    return answers.filter(({ failed }) => failed).map(({ id }) => id)
  }

  /** Plugins' data about a contact, by plugin, and those that could not answer. */
  async exportOf(tenantId: string, contact: string, footprint: ContactFootprint): Promise<PluginHoldings> {
    const answers = await this.#askEach(tenantId, 'export', (collect, ctx) => collect(ctx, contact, footprint))
    return {
      held: Object.fromEntries(answers.filter(({ value }) => value !== undefined).map(({ id, value }) => [id, value])),
      failed: answers.filter(({ failed }) => failed).map(({ id }) => id),
    }
  }

  /** Files that plugins keep for themselves, and the plugins that could not say. */
  async holdersOf(
    tenantId: string,
    media: readonly MediaId[],
  ): Promise<{ held: ReadonlySet<string>; failed: readonly string[] }> {
    const answers = await this.#askEach(tenantId, 'holdsMedia', (holds, ctx) => holds(ctx, media))
    return {
      held: new Set(answers.flatMap(({ value }) => (Array.isArray(value) ? (value as string[]) : []))),
      failed: answers.filter(({ failed }) => failed).map(({ id }) => id),
    }
  }

  /** Asks all plugins that have this part, also for companies that have switched them off: their data stays then. */
  #askEach<P extends 'forget' | 'export' | 'holdsMedia'>(
    tenantId: string,
    part: P,
    ask: (code: NonNullable<Lifecycle[P]>, ctx: PluginContext) => Promise<unknown>,
  ): Promise<{ id: string; failed: boolean; value?: unknown }[]> {
    const { guard, running, holding } = this.#parts
    return Promise.all(
      [...running.values()].flatMap((plugin) => {
        const code = plugin.implementation.lifecycle?.[part]
        if (!code) return []
        const call = {
          plugin: plugin.id,
          errors: plugin.definition.errors,
          tenantId,
          by: 'company',
          what: part,
          limitMs: handlerLimitMs,
        } as const
        return [
          guard
            .run(call, async (signal) => ask(code, await holding(plugin, tenantId, signal)))
            .then(
              (value) => ({ id: plugin.id, failed: false, value }),
              (error: unknown) => {
                this.#parts.log.warn(
                  { err: error, plugin: plugin.id, part },
                  'a plugin could not do its part for a contact',
                )
                return { id: plugin.id, failed: true }
              },
            ),
        ]
      }),
    )
  }

  /**
   * Replaces the settings. Secrets go to the vault and never come back; an empty one keeps its value, null erases it.
   * Settings that send the secrets elsewhere take every secret typed again, in a confirmed session. The plugin may test
   * new secrets first; answers the fields that nobody could be asked about.
   *
   * @throws Refusal ERR_VALIDATION naming the fields, ERR_CONFIRMATION_REQUIRED
   */
  async saveSettings(
    plugin: RunningPlugin,
    { viewer, isConfirmed }: SettingsEditor,
    input: Settings,
  ): Promise<readonly string[]> {
    const { vault, guard, db } = this.#parts
    const { tenantId } = viewer
    const [row] = await db.tenant(tenantId, (tx) =>
      tx
        .select({ settings: pluginEnablement.settings })
        .from(pluginEnablement)
        .where(and(eq(pluginEnablement.tenantId, tenantId), eq(pluginEnablement.plugin, plugin.id))),
    )
    const kept = await this.#keptSecrets(plugin, tenantId, row?.settings ?? {})
    const { values, secrets, erased, moved } = plugin.form.split(input, kept, row?.settings)
    if (moved && !isConfirmed) throw new Refusal('ERR_CONFIRMATION_REQUIRED')
    guard.reset(plugin.id, tenantId)
    const fresh = Object.keys(secrets).filter((name) => moved || secrets[name] !== kept[name])
    const all = Object.entries({ ...kept, ...secrets }).filter(([name]) => !erased.includes(name))
    const untested = await this.#test(plugin, tenantId, { values, secrets: Object.fromEntries(all) }, fresh)
    const change = { settings: values, settingsVersion: plugin.definition.version }
    const facts = { fields: Object.keys(input), ...(moved && { moved }) }
    const scope = { tenantId, owner: plugin.id, scope: pluginScope }
    await this.#store(plugin, tenantId, viewer, 'plugin.settings', change, facts, {
      first: (tx) =>
        vault.save(tx, scope, {
          secrets: { ...sent(plugin.form, kept, erased), ...secrets },
          erased,
          boundTo: plugin.form.targets(values),
        }),
      stored: () => {
        vault.changed(scope)
      },
    })
    await this.#tell(plugin, tenantId, 'configure')
    return untested
  }

  /**
   * Has the plugin test new secrets; answers those that it could not.
   * @throws Refusal ERR_VALIDATION naming the fields that were refused
   */
  async #test(
    plugin: RunningPlugin,
    tenantId: string,
    tried: TriedSettings,
    fresh: readonly string[],
  ): Promise<readonly string[]> {
    const { check } = plugin.implementation.lifecycle ?? {}
    if (!check || fresh.length === 0) return []
    const call = {
      plugin: plugin.id,
      errors: plugin.definition.errors,
      tenantId,
      by: 'company',
      what: 'check',
      limitMs: handlerLimitMs,
    } as const
    const { refused, untested } = await this.#parts.guard
      .run(call, async (signal) => check(await this.#parts.trying(plugin, tenantId, signal, tried), fresh))
      .catch(() => ({ refused: {}, untested: fresh }))
    const issues = Object.entries(refused).map(([path, message]) => ({ path, message }))
    if (issues.length > 0) throw new Refusal('ERR_VALIDATION', { issues })
    return untested.filter((name) => fresh.includes(name))
  }

  async #requireSettings(plugin: RunningPlugin, tenantId: string, stored: Settings): Promise<void> {
    try {
      plugin.form.split(stored, await this.#keptSecrets(plugin, tenantId, stored))
    } catch (error) {
      throw Refusal.is(error) ? new Refusal('ERR_PLUGIN_SETTINGS', error.facts, { cause: error }) : error
    }
  }

  async #keptSecrets(plugin: RunningPlugin, tenantId: string, stored: Settings): Promise<Record<string, string>> {
    const target = plugin.form.targets(stored)
    const values = await Promise.all(
      plugin.form.secretNames.map(
        async (name) =>
          [
            name,
            await this.#parts.vault.get({ tenantId, owner: plugin.id, scope: pluginScope, name }, target),
          ] as const,
      ),
    )
    return Object.fromEntries(values.filter((entry): entry is [string, string] => entry[1] !== undefined))
  }

  async #store(
    plugin: RunningPlugin,
    tenantId: string,
    viewer: Viewer,
    action: AuditAction,
    change: { enabled?: boolean; settings?: Record<string, unknown>; settingsVersion?: string },
    facts: Record<string, unknown> = {},
    around: Around = {},
  ): Promise<void> {
    await this.#parts.db.tenant(tenantId, async (tx: Tx) => {
      await around.first?.(tx)
      const changed = { ...change, changedBy: viewer.userId }
      await tx
        .insert(pluginEnablement)
        .values({ tenantId, plugin: plugin.id, enabled: plugin.enabledByDefault, ...changed })
        .onConflictDoUpdate({
          target: [pluginEnablement.tenantId, pluginEnablement.plugin],
          set: { ...changed, updatedAt: sql`now()` },
        })
      await audit(tx, { tenantId, userId: viewer.userId, action, subject: plugin.id, facts })
    })
    around.stored?.()
    this.#parts.enablement.changed(tenantId, change.enabled === false ? plugin.id : undefined)
    this.#parts.realtime.pluginsChanged(tenantId)
  }
}
