import { contractVersion, Refusal, type ChannelTypeInfo, type PluginContext, type PluginInfo, type Role, type ShellManifest, type Viewer, type PathClaim } from '@recado/contracts'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import type { Clock } from '../clock.ts'
import type { BoundRoute, Caller } from '../http/route.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { Egress } from '../security/egress.ts'
import { Availabilities } from './availability.ts'
import { pluginContext, publicContext, type ContextParts } from './context.ts'
import { infoOf, infoOfBroken, manifestFor } from './describe-plugins.ts'
import { Enablement } from './enablement.ts'
import { Guard } from './guard.ts'
import type { BrokenPlugin, RunningPlugin } from './installed-plugin.ts'
import { PluginChoices } from './plugin-choices.ts'
import { admit, handlerLimitMs, routesOf, routesOfBroken } from './plugin-routes.ts'
import { eventLimitMs, registerJobs, subscribe } from './plugin-work.ts'
import { startPlugins } from './start.ts'
import { WorkScopes } from './work-scopes.ts'

/** Where plugins' permissions are kept; core/src/access has it. */
export interface PermissionRegistry { registerPluginPermissions(plugin: string, declared: Readonly<Record<string, { readonly roles: readonly Role[] }>>): void }

export interface PluginHostOptions extends ContextParts {
  /** Folders that hold one folder per plugin; one that does not exist holds none. Of two plugins of one id the first is used. */
  readonly folders: readonly string[]
  /** Owner's address of the database, for the plugins' migrations. */
  readonly ownerUrl: string
  /** The installation's secret, from which role passwords follow. */
  readonly secret: string
  /** The routes of core, so that no plugin claims one of them. */
  readonly coreRoutes: readonly BoundRoute[]
  readonly egress: Egress
  readonly realtime: Pick<Realtime, 'pluginsChanged'>
  readonly permissions: PermissionRegistry
  readonly clock: Clock
  /** Milliseconds; see the constants for why they are what they are. */
  readonly limits?: Partial<Limits>
}

export interface Limits { readonly importMs: number; readonly loadMs: number; readonly handlerMs: number; readonly eventMs: number }

/** Importing and loading do no I/O, so five seconds are generous even on a busy machine; the start waits for them. */
const defaultLimits: Limits = { importMs: 5_000, loadMs: 5_000, handlerMs: handlerLimitMs, eventMs: eventLimitMs }

/** Where a plugin's files for the browser lie: `/plugins/<id>/…` from `ui`, `/plugins/<id>/locales/…` from `locales`. */
export interface PluginAssets { readonly id: string; readonly ui: string | undefined; readonly locales: string }

/** Everything core knows of plugins. No other room imports one, and no plugin reaches core but through its context. */
export interface PluginHost {
  /** Discovers, resolves, migrates and loads, then subscribes consumers and registers jobs. Before the jobs are started. Never throws because of a plugin. */
  start(): Promise<void>
  /** How each installed plugin came through the start, without regard to a company. */
  readonly plugins: readonly { readonly id: string; readonly status: PluginInfo['status']; readonly reason: string | null }[]
  readonly assets: readonly PluginAssets[]
  /** Routes of all plugins, to be mounted beside core's. */
  routes(): BoundRoute[]
  /** For the HTTP gate, before it reads a body: refuses what the route would refuse anyway. Core's routes pass. */
  admit(route: Pick<BoundRoute, 'owner'>, caller: Caller): Promise<void>
  enable(tenantId: string, plugin: string, viewer: Viewer): Promise<void>
  disable(tenantId: string, plugin: string, viewer: Viewer): Promise<void>
  saveSettings(tenantId: string, plugin: string, viewer: Viewer, input: Readonly<Record<string, unknown>>): Promise<void>
  /**
   * Erases what plugins hold about a contact (LGPD, GDPR), also where they are switched off: their data stays then.
   * @throws Refusal ERR_PLUGIN_FAILED, with the plugins in `detail`, when one could not; the others have done it
   */
  forget(tenantId: string, contact: string): Promise<void>
  manifest(viewer: Viewer): Promise<ShellManifest>
  /** For the plugins page: every installed plugin, sound or not. */
  list(viewer: Viewer): Promise<PluginInfo[]>
  /** Channel types a company can open connections of. */
  channelTypes(tenantId: string): Promise<ChannelTypeInfo[]>
  /** Channel types of running plugins, whatever companies have them enabled, for core's channel rooms. Their code is guarded: time limits, breaker, log context. */
  readonly channels: ChannelCatalogue
  /** Stops consumers and ends what plugins still run. */
  close(): Promise<void>
}

/** Constructed once, by the composition root. */
export function createPluginHost(options: PluginHostOptions): PluginHost {
  const { log, bus, vault, realtime } = options
  const limits = { ...defaultLimits, ...options.limits }
  const running = new Map<string, RunningPlugin>()
  let broken: readonly BrokenPlugin[] = []
  const subscriptions: { close(): Promise<void> }[] = []
  const scopes = new WorkScopes()

  const enablement = new Enablement(options.db, bus, (plugin, tenantId) => scopes.end(plugin, tenantId))
  const availability = new Availabilities(enablement, running)
  const guard = new Guard(options.clock, log, (_plugin, tenantId) => realtime.pluginsChanged(tenantId))
  const unscoped = async (plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext> => pluginContext(plugin, tenantId, await availability.company(plugin, tenantId), signal, options)
  const context = (plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext> => unscoped(plugin, tenantId, AbortSignal.any([signal, scopes.signalFor(plugin.id, tenantId)]))
  const routeParts = { availability, guard, connections: options.connections, limitMs: limits.handlerMs, context, publicContext: (plugin: RunningPlugin, signal: AbortSignal) => publicContext(plugin, signal, log) }
  const workParts = { availability, guard, bus, jobs: options.jobs, eventMs: limits.eventMs, context }
  const choices = new PluginChoices({ db: options.db, vault, enablement, availability, guard, realtime, running, context: unscoped })

  /** @throws Refusal ERR_PLUGIN_NOT_FOUND, or ERR_PLUGIN_UNAVAILABLE for one that did not start */
  const required = (id: string): RunningPlugin => {
    const plugin = running.get(id)
    if (!plugin) throw new Refusal(broken.some((one) => one.id === id) ? 'ERR_PLUGIN_UNAVAILABLE' : 'ERR_PLUGIN_NOT_FOUND')
    return plugin
  }

  return {
    async start() {
      const started = await startPlugins({
        folders: options.folders, ownerUrl: options.ownerUrl, secret: options.secret, contractVersion, egress: options.egress, guard, importMs: limits.importMs, loadMs: limits.loadMs,
        coreRoutes: options.coreRoutes.map(({ spec, path }): PathClaim => ({ method: spec.method, path })),
        onPublished: () => bus.poke(),
      })
      broken = started.broken
      for (const [id, plugin] of started.running) {
        running.set(id, plugin)
        options.permissions.registerPluginPermissions(id, plugin.definition.permissions)
        registerJobs(plugin, workParts)
        subscriptions.push(...await subscribe(plugin, workParts))
      }
      for (const { id, fault } of broken) log.error({ plugin: id, status: fault.status, err: fault.cause }, `plugin does not run: ${fault.message}`)
    },
    get plugins() {
      return [...[...running.keys()].map((id) => ({ id, status: 'ready' as const, reason: null })), ...broken.map(({ id, fault }) => ({ id, status: fault.status, reason: fault.message }))]
    },
    get assets() { return [...running.values()].map(({ id, folder }) => ({ id, ui: folder.assets, locales: `${folder.path}/locales` })) },
    routes: () => [...[...running.values()].flatMap((plugin) => routesOf(plugin, routeParts)), ...broken.flatMap(routesOfBroken)],
    async admit(route, caller) {
      const plugin = running.get(route.owner)
      if (plugin) await admit(plugin, caller, routeParts)
    },
    enable: (tenantId, plugin, viewer) => choices.enable(required(plugin), tenantId, viewer),
    disable: (tenantId, plugin, viewer) => choices.disable(required(plugin), tenantId, viewer),
    saveSettings: (tenantId, plugin, viewer, input) => choices.saveSettings(required(plugin), tenantId, viewer, input),
    forget: (tenantId, contact) => choices.forget(tenantId, contact),
    async manifest(viewer) { return manifestFor(viewer, await enablement.of(viewer.tenantId), running.values(), availability) },
    async list(viewer) {
      const tenant = await enablement.of(viewer.tenantId)
      const infos = await Promise.all([...running.values()].map((plugin) => infoOf(plugin, viewer.tenantId, tenant, { availability, guard, vault })))
      return [...infos, ...broken.map(infoOfBroken)].sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    async channelTypes(tenantId) {
      const tenant = await enablement.of(tenantId)
      return [...running.values()].filter((plugin) => availability.judge(plugin, tenant).usable).flatMap((plugin) => plugin.channels.map((channel) => channel.info))
    },
    channels: {
      find(type) {
        for (const { channels } of running.values()) {
          const found = channels.find((channel) => channel.spec.type === type)
          if (found) return found
        }
        return undefined
      },
      all: () => [...running.values()].flatMap((plugin) => plugin.channels),
      async usable(tenantId, id) {
        const plugin = running.get(id)
        return plugin !== undefined && availability.usable(plugin, tenantId)
      },
    },
    async close() {
      scopes.endAll()
      enablement.close()
      await Promise.allSettled(subscriptions.map((subscription) => subscription.close()))
      await Promise.allSettled([...running.values()].map((plugin) => plugin.pool.close()))
    },
  }
}
