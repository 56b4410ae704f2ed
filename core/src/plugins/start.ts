import {
  ChannelError,
  UiContributions,
  maxInboundFileBytes,
  platformSettings,
  settingsForm,
  type ChannelImplementation,
  type ChannelSpec,
  type EventDefinition,
  type PluginModule,
  type RouteSpec,
  type SocketSpec,
  type PathClaim,
} from '@recado/contracts'
import type { Sql } from 'postgres'
import { roleUrl } from '../db/roles.ts'
import type { Egress, EgressPolicy } from '../security/egress.ts'
import { blocksOf } from './blocks.ts'
import { discover, discoverInstalled, type InstalledSource, type PluginFolder } from './discover.ts'
import { describe, PluginFault } from './fault.ts'
import { guardedChannel } from './guarded-channel.ts'
import type { Guard } from './guard.ts'
import type { BrokenPlugin, ProvidedChannel, RunningPlugin } from './installed-plugin.ts'
import { migratePlugins, schemaOf, type PluginDatabases } from './migrate.ts'
import { serviceEventsOf } from './service-publishers.ts'
import type { PluginConnections } from './plugin-connections.ts'
import { PluginPool } from './plugin-database.ts'
import { causedBy, resolve, type Candidate } from './resolve.ts'
import { TimeLimitExceeded, withTimeLimit } from '../base/time-limit.ts'

export interface StartOptions extends PluginDatabases {
  readonly folders: readonly string[]
  /** Plugins that were installed while the product ran. Of two plugins of one id those in the folders come first. */
  readonly installed: readonly InstalledSource[]
  /** Shared parts of all plugins of the node. */
  readonly databaseConnections: PluginConnections<Sql>
  readonly contractVersion: string
  /** Paths that core serves itself; a plugin cannot claim them. */
  readonly coreRoutes: readonly PathClaim[]
  readonly egress: Egress
  readonly guard: Guard
  readonly importMs: number
  readonly loadMs: number
  /** Called after a plugin's own transaction stored events. */
  onPublished(): void
}

export interface Started {
  readonly running: ReadonlyMap<string, RunningPlugin>
  readonly broken: readonly BrokenPlugin[]
}

interface Found {
  readonly id: string
  readonly folder: PluginFolder
  readonly module: PluginModule
}

/**
 * Discover, resolve, migrate, load. Each plugin ends up either running or broken with a sentence that gives the reason;
 * one that requires a broken one is broken too. No plugin can make this throw.
 */
export async function startPlugins(options: StartOptions): Promise<Started> {
  const broken: BrokenPlugin[] = []
  const found = new Map<string, Found>()
  for (const { folder, result } of await discover(options.folders, options.installed, options.importMs)) {
    if (result instanceof PluginFault)
      broken.push({ id: found.has(folder.id) ? `${folder.id}#2` : folder.id, folder, module: undefined, fault: result })
    else found.set(folder.id, { id: folder.id, folder, module: result })
  }
  const faults = new Map(broken.map(({ id, fault }) => [id, fault]))
  const fail = (plugin: Found, fault: PluginFault): void => {
    faults.set(plugin.id, fault)
    broken.push({ ...plugin, fault })
  }

  const house = { contractVersion: options.contractVersion, routes: options.coreRoutes }
  const { order, refused } = resolve([...found.values()].map(candidateOf), house, faults)
  for (const [id, fault] of refused) fail(found.get(id)!, fault)

  const sound: Found[] = []
  const step = async (plugin: Found, work: () => Promise<void>): Promise<void> => {
    try {
      requireSound(plugin.module, faults)
      await work()
    } catch (error) {
      fail(plugin, error instanceof PluginFault ? error : new PluginFault('failed', describe(error), { cause: error }))
    }
  }
  if (order.length > 0) {
    await migratePlugins(options, async (migrate) => {
      for (const plugin of order.map((id) => found.get(id)!)) {
        await step(plugin, async () => {
          await migrate(plugin.id, plugin.folder.migrations, serviceEventsOf(plugin.module.definition.emits))
          sound.push(plugin)
        })
      }
    })
  }
  const running = new Map<string, RunningPlugin>()
  for (const plugin of sound) {
    await step(plugin, async () => {
      await load(plugin.module, options.loadMs)
      running.set(plugin.id, assemble(plugin, options))
    })
  }
  return { running, broken }
}

/**
 * Starts one plugin beside the running ones, up to where it could take its place: imported, compared with its manifest,
 * resolved against the others, loaded and migrated. It gets no calls yet. A conflict with a running one is its own
 * fault.
 *
 * @param running the running ones, without an older version of the same plugin
 * @throws PluginFault with the first reason that keeps it from starting; its schema is then as it was
 */
export async function startBeside(
  source: InstalledSource,
  running: Iterable<RunningPlugin>,
  options: StartOptions,
): Promise<RunningPlugin> {
  const { folder, result } = await discoverInstalled(source, options.importMs)
  if (result instanceof PluginFault) throw result
  const plugin: Found = { id: source.id, folder, module: result }
  const others: Found[] = [...running].map(({ id, folder: at, definition, implementation }) => ({
    id,
    folder: at,
    module: { definition, implementation },
  }))
  const { refused } = resolve([...others, plugin].map(candidateOf), {
    contractVersion: options.contractVersion,
    routes: options.coreRoutes,
  })
  const own = refused.get(plugin.id)
  if (own) throw own
  const [displaced] = refused
  if (displaced)
    throw new PluginFault('incompatible', `${displaced[0]} could not run beside it: ${displaced[1].message}`)
  await load(plugin.module, options.loadMs)
  const publishes = serviceEventsOf(result.definition.emits)
  await migratePlugins(options, (migrate) => migrate(plugin.id, folder.migrations, publishes))
  return assemble(plugin, options)
}

function candidateOf({ id, module: { definition } }: Found): Candidate {
  const claims = Object.entries((definition.claims ?? {}) as Record<string, string>)
  return {
    id,
    version: definition.version,
    host: definition.host,
    requires: definition.requires ?? {},
    claims: [
      ...claims.map(([route, path]) => ({ method: (definition.routes[route] as RouteSpec).method, path })),
      ...Object.values(definition.sockets as Record<string, SocketSpec>).flatMap(({ claim }) =>
        claim === undefined ? [] : [{ method: 'GET', path: claim }],
      ),
    ],
    pages: (definition.ui?.pages ?? []).map((page) => page.path),
    channelTypes: Object.values(definition.channels as Record<string, { type: string }>).map((channel) => channel.type),
    errors: Object.keys(definition.errors),
  }
}

function requireSound({ definition }: PluginModule, faults: ReadonlyMap<string, PluginFault>): void {
  for (const required of Object.keys(definition.requires ?? {})) {
    const fault = faults.get(required)
    if (fault) throw causedBy(required, fault)
  }
}

async function load({ implementation }: PluginModule, limitMs: number): Promise<void> {
  try {
    await withTimeLimit(limitMs, undefined, () => implementation.lifecycle?.load?.())
  } catch (error) {
    throw new PluginFault(
      'failed',
      error instanceof TimeLimitExceeded
        ? `loading it did not end within ${limitMs / 1_000} s`
        : `loading it failed: ${describe(error)}`,
      { cause: error },
    )
  }
}

function assemble(
  { id, folder, module }: Found,
  { ownerUrl, secret, roles, databaseConnections, egress, guard, onPublished }: StartOptions,
): RunningPlugin {
  const { definition } = module
  const hosts = definition.egress ?? []
  return {
    ...module,
    id,
    folder,
    form: settingsForm(definition.settings, definition),
    platform: platformSettings(id, definition.platformSettings, definition.errors),
    ui: UiContributions.parse(definition.ui ?? {}),
    blocks: blocksOf(module),
    channels: Object.keys(definition.channels).map((name) => channelOf(id, module, name, egress, guard)),
    pool: new PluginPool(databaseConnections, roleUrl(ownerUrl, secret, roles.plugin(id)), schemaOf(id), onPublished),
    fetchFor: (settings) =>
      egress.fetchFor({
        ...wayOut(hosts, definition.egressFrom ?? [], settings),
        ...(definition.fetchLimitMs !== undefined && { timeoutMs: definition.fetchLimitMs }),
      }),
    connectFor: (settings) => {
      const connect = egress.connectFor(wayOut(hosts, definition.egressFrom ?? [], settings))
      return (host, port, signal) => connect(host, port, signal).catch(unreached(host))
    },
    // A third-party plugin is enabled for a company by one of its administrators.
    enabledByDefault: folder.installed === undefined && (definition.enabledByDefault ?? false),
    retired: new AbortController(),
  }
}

/**
 * Hosts that a plugin declares, and the addresses that an administrator entered. No list at all means every public host
 * to the egress guard; a plugin has to declare that by name.
 */
function wayOut(
  hosts: readonly string[],
  settings: readonly string[],
  values: Readonly<Record<string, unknown>>,
): EgressPolicy {
  const entered = settings.flatMap((name) => {
    const value = values[name]
    return typeof value === 'string' && value !== '' ? [hostOf(value)] : []
  })
  return hosts.includes('*') ? {} : { hosts: [...hosts, ...entered] }
}

/** A file of a provider comes as slowly as it does, if it comes. What encrypts it on the way adds little. */
const ofFiles = { maxBytes: maxInboundFileBytes + 1_000_000, timeoutMs: 600_000, quietMs: 20_000 } as const

/** A connection may go where its plugin may, and to the addresses entered in its own settings. */
const connectionWayOut =
  (egress: Egress, hosts: readonly string[], settings: readonly string[]): ProvidedChannel['wayOut'] =>
  (config, proxy) => {
    const policy = wayOut(hosts, settings, config)
    const proxied = { ...policy, ...(proxy !== undefined && { proxy }) }
    const [resolveHost, connect] = [egress.resolveFor(policy), egress.connectFor(proxied)]
    return {
      fetch: egress.fetchFor(proxied),
      fetchFile: egress.fetchFor({ ...proxied, ...ofFiles }),
      connect: (host, port, signal) => connect(host, port, signal).catch(unreached(host)),
      resolveHost: (host) => resolveHost(host).catch(unreached(host)),
    }
  }

/** What a plugin is told of a host that was not reached. */
const unreached =
  (host: string) =>
  (error: unknown): never => {
    const code = codeOf(error)
    const kind = code === 'PROXY_AUTH' ? 'auth' : 'network'
    const message = `${host} cannot be reached: ${describe(error)}`
    throw new ChannelError({ kind, code, message, certain: true }, { cause: error })
  }

function noticeFault(emits: readonly EventDefinition[], event: string, payload: unknown): string | undefined {
  const declared = emits.find(({ name }) => name === event)
  if (!declared) return 'the event is not declared'
  const { error } = declared.schema.safeParse(payload)
  return error && error.issues.map((issue) => `${issue.path.join('.') || 'payload'}: ${issue.message}`).join('; ')
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : address)

/** Code of a failure from resolver, system or guard. The codes of the platform's own exceptions are numbers. */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: string }
  if (typeof code === 'string') return code
  return name === 'TimeoutError' ? 'ETIMEDOUT' : name === 'AbortError' ? 'ABORTED' : 'UNRESOLVED'
}

function channelOf(
  plugin: string,
  { definition, implementation }: PluginModule,
  name: string,
  egress: Egress,
  guard: Guard,
): ProvidedChannel {
  const spec = definition.channels[name] as ChannelSpec
  const { type, titleKey, descriptionKey, badge, identityKind, transport, config, capabilities, demoPath } = spec
  const form = settingsForm(config, { ...spec, egress: definition.egress })
  return {
    plugin,
    spec,
    form,
    wayOut: connectionWayOut(egress, definition.egress ?? [], spec.egressFrom ?? []),
    noticeFault: (event, payload) => noticeFault(definition.emits as readonly EventDefinition[], event, payload),
    implementation: guardedChannel(
      { id: plugin, errors: definition.errors },
      type,
      (implementation.channels as Record<string, ChannelImplementation<ChannelSpec>>)[name]!,
      guard,
    ),
    info: {
      type,
      plugin,
      titleKey,
      descriptionKey: descriptionKey ?? null,
      badge: { ...badge },
      identityKind,
      transport,
      form: [...form.fields],
      presets: [...(spec.presets ?? [])],
      guide: [...(spec.guide ?? [])],
      capabilities,
      isPaced: spec.pace !== undefined,
      ...(demoPath !== undefined && { demoPath }),
    },
  }
}
