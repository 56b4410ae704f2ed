import {
  contractVersion,
  Refusal,
  type CallingToken,
  type ChannelTypeInfo,
  type ContactFootprint,
  type MediaId,
  type PluginContext,
  type PluginInfo,
  type Viewer,
  type AutomationPort,
  type BlockCall,
  type CorePorts,
  type NamedResponder,
  type OfferedResponder,
  type PathClaim,
  type ServiceInput,
  type ServiceKind,
  type ServiceMethodName,
  type ServiceOutput,
  type ShellManifest,
  type TicketId,
} from '@recado/contracts'
import type { Sql } from 'postgres'
import { ownOrigin } from '../access/own-origin.ts'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import type { Clock } from '../base/clock.ts'
import type { PoolStanding } from '../db/database.ts'
import type { InstallationRoles } from '../db/roles.ts'
import type { AddressOf } from '../http/address.ts'
import type { Asset } from '../http/assets.ts'
import type { BoundRoute, Caller } from '../http/route.ts'
import { withoutContext } from '../base/context.ts'
import type { ConnectedResource } from '../oauth/authorization-request.ts'
import type { DeclaredPlatformSettings } from '../platform/declared-settings.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { Egress } from '../security/egress.ts'
import type { PortUser } from './attribute-port.ts'
import { automationPort } from './automation-port.ts'
import type { SubjectReader } from './automation-subjects.ts'
import { Availabilities } from './availability.ts'
import { BlockCalls } from './block-calls.ts'
import { Blocks } from './blocks.ts'
import { connectedResourceOf } from './connected-resource.ts'
import { connectionsOf } from './connection-lookup.ts'
import { pluginContext, publicContext, type ContextParts } from './context.ts'
import type { PluginBellKind } from '../notifications/bell.ts'
import type { CompanyFacts } from './company-facts.ts'
import {
  bellKindsFor,
  declaredPlatformOf,
  infoOf,
  infoOfBroken,
  manifestFor,
  type PluginManifest,
} from './describe-plugins.ts'
import { describeInstalled, type InstalledSource } from './discover.ts'
import { Enablement } from './enablement.ts'
import { PluginFault } from './fault.ts'
import { Guard } from './guard.ts'
import type { RunningPlugin } from './installed-plugin.ts'
import type { IndexedPlugin } from './offered-indexes.ts'
import { PluginChoices, type ChoiceParts, type PluginHoldings, type SettingsEditor } from './plugin-choices.ts'
import type { PluginConnections } from './plugin-connections.ts'
import { admit, callClaimed, routesOf, routesOfBroken, type CompanyLookup } from './plugin-routes.ts'
import type { GivenToRoute } from './given-to-route.ts'
import { handlerLimitMs } from './handler-limit.ts'
import { eventLimitMs } from './plugin-work.ts'
import { PluginSockets } from './plugin-sockets.ts'
import { PluginTextBundles } from './plugin-texts.ts'
import { ResponderCalls } from './responder-calls.ts'
import { RunningPlugins, type Routing } from './running-plugins.ts'
import { servicePort } from './service-port.ts'
import { Passes } from './socket-passes.ts'
import { startBeside, startPlugins, type StartOptions } from './start.ts'
import { WorkScopes } from './work-scopes.ts'
import type { PermissionRegistry } from './permission-registry.ts'

export interface PluginHostOptions extends Omit<ContextParts, 'ports' | 'passes'> {
  /** With a viewer, the answers of core are masked as for them. The host adds the blocks of other plugins. */
  readonly ports: (
    tenantId: string,
    plugin: PortUser,
    viewer?: Viewer,
    program?: CallingToken | null,
  ) => Omit<CorePorts, 'automation' | 'services'>
  readonly subjects: SubjectReader
  readonly companies: CompanyLookup
  /** A plugin told that what its service answers to a company has changed. */
  serviceChanged(tenantId: string, kind: ServiceKind): Promise<void>
  /**
   * Folders that hold one folder per plugin; one that does not exist holds none. Of two plugins of one id the first is
   * used.
   */
  readonly folders: readonly string[]
  /**
   * Plugins that were installed while the product ran, in the order of their installation; asked when the host starts.
   */
  installed(): Promise<readonly InstalledSource[]>
  /** Adds and removes routes while the node serves; undefined before that. */
  routing(): Routing | undefined
  /** Owner's address of the database, for the plugins' migrations. */
  readonly ownerUrl: string
  /** Addresses of clients of sockets. */
  readonly addressOf: AddressOf
  /** The connections that all plugins of the node share. */
  readonly databaseConnections: PluginConnections<Sql>
  /** The installation's secret, from which role passwords follow. */
  readonly secret: string
  readonly roles: InstallationRoles
  /** The routes of core, so that no plugin claims one of them. */
  readonly coreRoutes: readonly BoundRoute[]
  readonly egress: Egress
  readonly realtime: Pick<Realtime, 'pluginsChanged' | 'pluginsReplaced'>
  readonly permissions: PermissionRegistry
  readonly clock: Clock
  /** Milliseconds; see the constants for why they are what they are. */
  readonly limits?: Partial<Limits>
}

export interface Limits {
  readonly importMs: number
  readonly loadMs: number
  readonly handlerMs: number
  readonly eventMs: number
}

/** Importing and loading do no I/O, so five seconds are generous even on a busy machine; the start waits for them. */
const defaultLimits: Limits = { importMs: 15_000, loadMs: 15_000, handlerMs: handlerLimitMs, eventMs: eventLimitMs }

/**
 * Folders of a plugin's files for the browser: `/plugins/<id>/…` from `ui`, `/plugins/<id>/locales/…` from `locales`.
 */
export interface PluginAssets {
  readonly id: string
  readonly ui: string | undefined
  readonly locales: string
}

/** A plugin that could start, and waits for its place. One of the two has to be called. */
export interface PreparedPlugin {
  /** Puts it into its place: routes, consumers, jobs, sessions. The version before it serves until then. */
  commit(): Promise<void>
  discard(): Promise<void>
}

/** The plugin host. No other module imports a plugin, and no plugin reaches core but through its context. */
export interface PluginHost {
  /**
   * Discovers, resolves, migrates and loads, then subscribes consumers and registers jobs. Before the jobs are started.
   * Never throws because of a plugin.
   */
  start(): Promise<void>
  /** Result of the start of each installed plugin, without regard to a company. */
  readonly plugins: readonly {
    readonly id: string
    readonly version: string | null
    readonly status: PluginInfo['status']
    readonly reason: string | null
  }[]
  /**
   * The browser files of the version that runs, or of an earlier one that an open page still uses, by the mark in its
   * addresses.
   */
  assets(id: string, mark: string | undefined): PluginAssets | undefined
  /** Archives of what was installed, by id, whether it runs here or not. */
  installed(): ReadonlyMap<string, string>
  /** Whether a plugin of this id lies in a folder of the server. */
  isShipped(id: string): boolean
  /** Running plugins that require this one. */
  dependents(id: string): readonly string[]
  /**
   * Starts an installed plugin beside what runs, without calling it: see {@link startBeside}.
   * @throws PluginFault with the sentence for administrators
   */
  prepare(source: InstalledSource): Promise<PreparedPlugin>
  /**
   * Takes up what another node installed. One that does not start here is shown as such. Never throws because of the
   * plugin.
   */
  adopt(source: InstalledSource): Promise<void>
  /** Ends an installed plugin. Its files and its data are not the host's. */
  remove(id: string): Promise<void>
  /** Sockets of plugins, on the port of the node. `close` sends their clients to another node. */
  readonly sockets: Pick<PluginSockets, 'attach' | 'close'>
  /** Routes of all plugins, to be mounted beside core's. */
  routes(): BoundRoute[]
  /** What programs connect to at the plugins that run. */
  connectable(): readonly ConnectedResource[]
  /**
   * Calls a plugin at a product path that it claims, for a user. @throws Refusal ERR_PLUGIN_NOT_FOUND where no running
   * plugin claims it, and what the route refuses
   */
  callClaimed(claim: PathClaim, viewer: Viewer, given: GivenToRoute): Promise<unknown>
  /**
   * Has an action that a plugin contributes done for a user whose request is being answered.
   * @throws Refusal ERR_NO_TICKET_FOUND for what they may not see, ERR_AUTOMATION_BLOCK for an action that is not
   * offered to them, ERR_VALIDATION, and what it refuses
   */
  runAction(viewer: Viewer, ticket: TicketId, action: BlockCall, key: string): Promise<void>
  /** Calls a service of plugins for core itself: see `ServicePort` of the contracts. */
  callService<N extends ServiceMethodName>(
    tenantId: string,
    method: N,
    input: ServiceInput<N>,
  ): Promise<ServiceOutput<N> | undefined>
  /** Responders of running plugins, for the module that asks them and for the orders they stand in. */
  readonly responders: Pick<ResponderCalls, 'ask' | 'require'> & {
    offered(tenantId: string): Promise<readonly OfferedResponder[]>
    /** Null for a plugin that does not run. */
    titleOf(plugin: string): NamedResponder['pluginTitle']
  }
  /** For the HTTP gate, before it reads a body: refuses what the route would refuse anyway. Core's routes pass. */
  admit(route: Pick<BoundRoute, 'owner'>, caller: Caller): Promise<void>
  enable(tenantId: string, plugin: string, viewer: Viewer): Promise<void>
  disable(tenantId: string, plugin: string, viewer: Viewer): Promise<void>
  /** For the editor's own company; answers the fields that could not be tested. */
  saveSettings(
    plugin: string,
    editor: SettingsEditor,
    input: Readonly<Record<string, unknown>>,
  ): Promise<readonly string[]>
  /**
   * Erases what plugins hold about a contact (LGPD, GDPR), also where they are switched off: their data stays then.
   * Answers the plugins that could not, those that do not run here among them; the others have done it.
   */
  forget(tenantId: string, contact: string, footprint: ContactFootprint): Promise<string[]>
  /** Plugins' data about a contact, for an export. */
  exportOf(tenantId: string, contact: string, footprint: ContactFootprint): Promise<PluginHoldings>
  /** Those of these files that plugins keep for themselves, and the plugins that could not answer. */
  holdersOf(
    tenantId: string,
    media: readonly MediaId[],
  ): Promise<{ held: ReadonlySet<string>; failed: readonly string[] }>
  /** Plugins that are asked by `forget`. */
  forgetters(): readonly string[]
  manifest(viewer: Viewer): Promise<PluginManifest & Pick<ShellManifest, 'texts'>>
  /** Kinds of entries of the bell that the viewer may read. */
  bellKinds(viewer: Viewer): Promise<readonly PluginBellKind[]>
  /** A file of texts by the language and the hash in its address, which a manifest named. */
  texts(locale: string, hash: string): Promise<Asset | undefined>
  /** For the plugins page: every installed plugin, sound or not. */
  list(viewer: Viewer): Promise<PluginInfo[]>
  /** Channel types a company can open connections of. */
  channelTypes(tenantId: string): Promise<ChannelTypeInfo[]>
  /**
   * Channel types of running plugins, whatever companies have them enabled, for core's channel modules. Their code is
   * guarded: time limits, breaker, log context.
   */
  readonly channels: ChannelCatalogue
  /**
   * A running plugin at its work for a company, as in events. @throws Refusal ERR_PLUGIN_NOT_FOUND, or
   * ERR_PLUGIN_UNAVAILABLE for one that did not start
   */
  contextOf(id: string, tenantId: string, signal: AbortSignal): Promise<PluginContext>
  /** What running plugins declare for the whole installation, in the order of their ids. */
  platformSettings(): readonly DeclaredPlatformSettings[]
  /** Running plugins with the folders of their migrations, which may name indexes that an extension offers. */
  indexed(): readonly IndexedPlugin[]
  /** State of the connections that all plugins of this node share. */
  pool(): PoolStanding
  /** Gives the consumers of events back; running handlers may end. */
  endEvents(): Promise<void>
  /** Ends what plugins still run, and their connections: call it when nothing uses them any more. */
  close(): Promise<void>
}

/** Constructed once, by the composition root. */
export function createPluginHost(options: PluginHostOptions): PluginHost {
  const { log, bus, vault, realtime } = options
  const limits = { ...defaultLimits, ...options.limits }
  const scopes = new WorkScopes()
  const passes = new Passes(options.secret)

  const enablement = new Enablement(options.db, bus, (plugin, tenantId) => scopes.end(plugin, tenantId))
  const plugins: RunningPlugins = new RunningPlugins({
    permissions: options.permissions,
    routing: () => options.routing(),
    get work() {
      return workParts
    },
  })
  const running: ReadonlyMap<string, RunningPlugin> = plugins.byId
  const bundles = new PluginTextBundles()
  const folders = () => [...running.values()].map(({ folder }) => folder)
  const availability = new Availabilities(enablement, running)
  const guard = new Guard(options.clock, log, (_plugin, tenantId) => realtime.pluginsChanged(tenantId))
  const blocks = new Blocks(running, availability)
  const ports: ContextParts['ports'] = (tenantId, plugin, viewer, program) => {
    const own = options.ports(tenantId, plugin, viewer, program)
    const services = servicePort(serviceParts(), tenantId, async () => (await own.company.profile()).locale)
    return { ...own, services, automation: automationOf(tenantId, plugin, viewer) }
  }
  const serviceParts = () => ({ running, availability, guard, context, changed: options.serviceChanged })
  /** Answers of a plugin that was switched on or off are others than before. */
  const servicesChanged = async (tenantId: string, { definition }: RunningPlugin): Promise<void> => {
    for (const kind of definition.provides as readonly ServiceKind[]) await options.serviceChanged(tenantId, kind)
  }
  const automationOf = (tenantId: string, plugin: PortUser, viewer: Viewer | undefined): AutomationPort =>
    automationPort({ blocks, calls, subjects: options.subjects }, tenantId, plugin, viewer)
  const unscoped = async (
    plugin: RunningPlugin,
    tenantId: string,
    signal: AbortSignal,
    settings?: CompanyFacts['settings'],
  ): Promise<PluginContext> => {
    const [company, installation] = await Promise.all([
      availability.company(plugin, tenantId),
      options.globals.declaredFacts(plugin.platform),
    ])
    const facts = settings ? { ...company, settings } : company
    return pluginContext(plugin, tenantId, facts, installation, signal, { ...options, ports, passes })
  }
  const trying: ChoiceParts['trying'] = async (plugin, tenantId, signal, { values, secrets }) => {
    const known = await unscoped(plugin, tenantId, signal, values)
    return { ...known, secrets: { ...known.secrets, get: (name) => Promise.resolve(secrets[name]) } }
  }
  const holding = async (plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext> => ({
    ...(await unscoped(plugin, tenantId, signal)),
    connections: connectionsOf(options.connections, tenantId, plugin.definition, signal, { inactive: true }),
  })
  const context = (plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext> =>
    unscoped(plugin, tenantId, AbortSignal.any([signal, plugin.retired.signal, scopes.signalFor(plugin.id, tenantId)]))
  const routeParts = {
    availability,
    guard,
    connections: options.connections,
    companies: options.companies,
    issuerOf: (request: URL) => ownOrigin(options.publicUrl, request)?.origin,
    limitMs: limits.handlerMs,
    context,
    ports,
    acting: options.acting,
    recordAct: options.recordAct,
    routeMedia: options.routeMedia,
    visitors: options.visitors,
    captcha: options.captcha,
    publicContext: (plugin: RunningPlugin, signal: AbortSignal) =>
      publicContext(plugin, AbortSignal.any([signal, plugin.retired.signal]), options),
  }
  const sockets = new PluginSockets({
    running,
    availability,
    guard,
    passes,
    visitors: options.visitors,
    limitMs: limits.handlerMs,
    addressOf: options.addressOf,
    context,
    publicContext: (plugin, signal) => {
      const { log, fetch, signal: lasting } = routeParts.publicContext(plugin, signal)
      return { log, fetch, signal: lasting }
    },
  })
  const workParts = { availability, guard, bus, jobs: options.jobs, eventMs: limits.eventMs, context }
  const { acting, recordAct } = options
  const calls = new BlockCalls({ blocks, guard, limitMs: limits.eventMs, context, ports, acting, recordAct })
  const responders = new ResponderCalls({ blocks, calls, guard, subjects: options.subjects, context })
  const choices = new PluginChoices({
    db: options.db,
    log,
    vault,
    enablement,
    availability,
    guard,
    realtime,
    running,
    context: unscoped,
    holding,
    trying,
  })

  /** @throws Refusal ERR_PLUGIN_NOT_FOUND, or ERR_PLUGIN_UNAVAILABLE for one that did not start */
  const required = (id: string): RunningPlugin => {
    const plugin = running.get(id)
    if (!plugin)
      throw new Refusal(plugins.broken.some((one) => one.id === id) ? 'ERR_PLUGIN_UNAVAILABLE' : 'ERR_PLUGIN_NOT_FOUND')
    return plugin
  }

  const startOptions = (installed: readonly InstalledSource[]): StartOptions => ({
    folders: options.folders,
    installed,
    ownerUrl: options.ownerUrl,
    secret: options.secret,
    roles: options.roles,
    contractVersion,
    egress: options.egress,
    guard,
    importMs: limits.importMs,
    loadMs: limits.loadMs,
    coreRoutes: options.coreRoutes.map(({ spec, path }): PathClaim => ({ method: spec.method, path })),
    onPublished: () => bus.poke(),
    databaseConnections: options.databaseConnections,
  })
  const report = (id: string, fault: PluginFault): void =>
    log.error({ plugin: id, status: fault.status, err: fault.cause }, `plugin does not run: ${fault.message}`)
  const stopListening = plugins.onChanged(() => {
    enablement.forgetAll()
    realtime.pluginsReplaced()
  })

  async function prepare(source: InstalledSource): Promise<PreparedPlugin> {
    const others = [...running.values()].filter(({ id }) => id !== source.id)
    // Work that the plugin begins when it is loaded outlives the request that installs it.
    const plugin = await withoutContext(() => startBeside(source, others, startOptions([])))
    try {
      options.routing()?.check([...others, plugin].flatMap((one) => routesOf(one, routeParts)))
    } catch (cause) {
      await plugin.pool.close()
      throw new PluginFault('incompatible', (cause as Error).message, { cause })
    }
    return { commit: () => plugins.put(plugin), discard: () => plugin.pool.close() }
  }

  return {
    async start() {
      const started = await startPlugins(startOptions(await options.installed()))
      // All at once, so that the node reports the consumers of all plugins to the other nodes together.
      await Promise.all([...started.running.values()].map((plugin) => plugins.put(plugin)))
      for (const plugin of started.broken) {
        plugins.begin(plugin)
        report(plugin.id, plugin.fault)
      }
    },
    prepare,
    async adopt(source) {
      try {
        await (await prepare(source)).commit()
      } catch (error) {
        if (!(error instanceof PluginFault)) throw error
        report(source.id, error)
        await plugins.putBroken({
          id: source.id,
          folder: await describeInstalled(source),
          module: undefined,
          fault: error,
        })
      }
    },
    remove: (id) => plugins.remove(id),
    responders: {
      ask: (tenantId, place, question, key) => responders.ask(tenantId, place, question, key),
      require: (tenantId, places) => responders.require(tenantId, places),
      offered: (tenantId) => blocks.offeredResponders(tenantId),
      titleOf(id) {
        const plugin = running.get(id)
        return plugin ? { ...plugin.definition.title } : null
      },
    },
    installed: () => plugins.installed(),
    indexed: () => [...running.values()].map(({ id, folder: { migrations } }) => ({ id, migrations })),
    isShipped: (id) => plugins.isShipped(id),
    dependents: (id) =>
      [...running.values()]
        .filter(({ definition }) => Object.hasOwn(definition.requires ?? {}, id))
        .map((plugin) => plugin.id),
    get plugins() {
      return [
        ...[...running.values()].map(({ id, definition }) => ({
          id,
          version: definition.version,
          status: 'ready' as const,
          reason: null,
        })),
        ...plugins.broken.map(({ id, module, fault }) => ({
          id,
          version: module?.definition.version ?? null,
          status: fault.status,
          reason: fault.message,
        })),
      ]
    },
    assets(id, mark) {
      const folder = plugins.version(id, mark)?.folder
      return folder && { id, ui: folder.assets, locales: `${folder.path}/locales` }
    },
    platformSettings: () =>
      [...running.values()]
        .filter(({ platform }) => platform.fields.length > 0)
        .map(declaredPlatformOf)
        .sort((one, other) => (one.plugin < other.plugin ? -1 : 1)),
    pool: () => options.databaseConnections.standing(),
    sockets,
    routes: () => [
      ...[...running.values()].flatMap((plugin) => routesOf(plugin, routeParts)),
      ...plugins.broken.flatMap(routesOfBroken),
    ],
    connectable: () => [...running.values()].flatMap((plugin) => connectedResourceOf(plugin) ?? []),
    callClaimed: (claim, viewer, given) => callClaimed(running.values(), claim, viewer, given, routeParts),
    callService: (tenantId, method, input) =>
      servicePort(serviceParts(), tenantId, () => Promise.resolve('en')).call(method, input),
    async runAction(viewer, ticket, action, key) {
      const [subject] = await options.subjects(viewer.tenantId, [{ ticket }], viewer)
      if (!subject) throw new Refusal('ERR_NO_TICKET_FOUND')
      await calls.run({ tenantId: viewer.tenantId, viewer }, action, subject, key)
    },
    async admit(route, caller) {
      const plugin = running.get(route.owner)
      if (plugin) await admit(plugin, caller, routeParts)
    },
    async enable(tenantId, plugin, viewer) {
      await choices.enable(required(plugin), tenantId, viewer)
      await servicesChanged(tenantId, required(plugin))
    },
    async disable(tenantId, plugin, viewer) {
      await choices.disable(required(plugin), tenantId, viewer)
      await servicesChanged(tenantId, required(plugin))
    },
    saveSettings: async (plugin, editor, input) => choices.saveSettings(required(plugin), editor, input),
    async forget(tenantId, contact, footprint) {
      return [...(await choices.forget(tenantId, contact, footprint)), ...plugins.broken.map(({ id }) => id)]
    },
    async exportOf(tenantId, contact, footprint) {
      const { held, failed } = await choices.exportOf(tenantId, contact, footprint)
      return { held, failed: [...failed, ...plugins.broken.map(({ id }) => id)] }
    },
    async holdersOf(tenantId, media) {
      const { held, failed } = await choices.holdersOf(tenantId, media)
      return { held, failed: [...failed, ...plugins.broken.map(({ id }) => id)] }
    },
    forgetters: () =>
      [...running.values()]
        .filter((plugin) => plugin.implementation.lifecycle?.forget)
        .map(({ id }) => id)
        .sort(),
    async manifest(viewer) {
      const [tenant, texts] = await Promise.all([enablement.of(viewer.tenantId), bundles.addresses(folders())])
      return { ...manifestFor(viewer, tenant, running.values(), availability), texts }
    },
    async bellKinds(viewer) {
      return bellKindsFor(viewer, await enablement.of(viewer.tenantId), running.values(), availability)
    },
    texts: (locale, hash) => bundles.read(folders(), locale, hash),
    async list(viewer) {
      const tenant = await enablement.of(viewer.tenantId)
      const infos = await Promise.all(
        [...running.values()].map((plugin) => infoOf(plugin, viewer.tenantId, tenant, { availability, guard, vault })),
      )
      return [...infos, ...plugins.broken.map(infoOfBroken)].sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    async channelTypes(tenantId) {
      const tenant = await enablement.of(tenantId)
      return [...running.values()]
        .filter((plugin) => availability.judge(plugin, tenant).usable)
        .flatMap((plugin) => plugin.channels.map((channel) => channel.info))
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
      onReplaced: (listener) => plugins.onChanged(listener),
      async usable(tenantId, id) {
        const plugin = running.get(id)
        return plugin !== undefined && availability.usable(plugin, tenantId)
      },
      async usableOf(asked) {
        const tenants = await enablement.ofAll([...new Set(asked.map(({ tenantId }) => tenantId))])
        return asked.map(({ tenantId, plugin: id }) => {
          const [plugin, tenant] = [running.get(id), tenants.get(tenantId)]
          return plugin !== undefined && tenant !== undefined && availability.judge(plugin, tenant).usable
        })
      },
      onChoicesChanged: (listener) => enablement.onChanged(listener),
    },
    contextOf: async (id, tenantId, signal) => context(required(id), tenantId, signal),
    endEvents: () => plugins.endEvents(),
    async close() {
      sockets.close()
      scopes.endAll()
      stopListening()
      enablement.close()
      await plugins.close()
    },
  }
}
