import type { Socket } from 'node:net'
import type * as z from 'zod'
import type { Acting } from './acting.ts'
import type { ConnectionContext } from './channel.ts'
import type { Connection, Viewer } from './entities.ts'
import type { EventDefinition } from './events.ts'
import type { CallingKey } from './plugin-keys.ts'
import type { ConnectionId, TenantId } from './ids.ts'
import type {
  CorePorts,
  Logger,
  MediaPort,
  PlanLimits,
  PlatformSecrets,
  PluginDatabase,
  Secrets,
  Topics,
} from './ports.ts'
import type { SocketPasses } from './socket-passes.ts'
import type { Tier } from './tier.ts'
import type { CallingToken } from './user-tokens.ts'
import type { CaptchaPort, VisitorPort } from './visitors.ts'

/** The parts of a definition that decide what a context offers. */
export interface AnyShape {
  settings: z.ZodObject
  emits: readonly EventDefinition[]
  jobs: Record<string, z.ZodType>
  permissions: Record<string, unknown>
  platformSettings?: z.ZodObject
}
type PlatformValues<D extends AnyShape> = z.output<NonNullable<D['platformSettings']>>

/** The company's connections of this plugin's own channel types. Others do not exist here. */
export interface PluginConnections {
  list(): Promise<ReadonlyArray<Pick<Connection, 'id' | 'name' | 'type' | 'status' | 'isActive'>>>
  /**
   * The context of the connection's adapter, for work beside the conversation (templates, profiles). Undefined for an
   * inactive connection.
   */
  get(connection: ConnectionId): Promise<ConnectionContext<Record<string, unknown>> | undefined>
  /**
   * Makes a connection of one of the plugin's channel types, as an administrator does with this input: for a plugin
   * that declares `uses: ['connections.write']`. `config` holds secrets too. The audit trail names the plugin.
   * @throws Refusal what POST /whatsapp refuses: ERR_CONNECTION_NAME_EXISTS, ERR_VALIDATION, the plan's limits
   */
  create(made: {
    readonly type: string
    readonly name: string
    readonly config?: Readonly<Record<string, unknown>>
  }): Promise<ConnectionId>
  /**
   * Changes name or settings in the same way; of `config` all settings are replaced, and secrets that are not given
   * stay.
   * @throws Refusal ERR_NO_WAPP_FOUND for one of another plugin too, and what PUT /whatsapp/{id} refuses
   */
  change(
    connection: ConnectionId,
    change: { readonly name?: string; readonly config?: Readonly<Record<string, unknown>> },
  ): Promise<void>
  /** Deletes one in the same way; its conversations stay. @throws Refusal ERR_NO_WAPP_FOUND */
  remove(connection: ConnectionId): Promise<void>
}

/** Tenant is bound, never a parameter. Everything here ends with `signal`. */
export interface PluginContext<D extends AnyShape = AnyShape> {
  readonly tenant: TenantId
  /** The company's licence. A feature that needs more than its whole plugin does refuses with ERR_TIER_REQUIRED. */
  readonly tier: Tier
  readonly settings: z.output<D['settings']>
  readonly secrets: Secrets
  /**
   * Settings of the installation that the plugin declares, as they were when the call began; what nobody has filled in
   * has its default. Secrets are read by `platformSecrets`.
   */
  readonly platformSettings: Readonly<PlatformValues<D>>
  /** Secrets among the settings of the installation that the plugin declares. Only masters store them. */
  readonly platformSecrets: PlatformSecrets<keyof PlatformValues<D> & string>
  readonly db: PluginDatabase
  readonly core: CorePorts
  readonly media: MediaPort
  readonly topics: Topics
  /** Passes for the plugin's own sockets, to be given out by its routes. */
  readonly passes: SocketPasses
  readonly connections: PluginConnections
  readonly limits: PlanLimits
  /** Address of this installation for systems outside; null when it has none. Signed paths of files are below it. */
  readonly publicUrl: URL | null
  readonly log: Logger
  /**
   * Through the egress guard: only hosts of `egress` and those that the settings of `egressFrom` name, never private
   * addresses.
   */
  readonly fetch: typeof fetch
  /**
   * For protocols that are not HTTP: a TCP connection behind the same guard, as that of {@link ConnectionContext}.
   * @throws ChannelError `network`, always certain, with `EGRESS_REFUSED`, `ETIMEDOUT`, or the code of the system
   */
  connect(host: string, port: number, signal?: AbortSignal): Promise<Socket>
  /**
   * Stores the event in the outbox; it is delivered at least once, in order per `key`. Inside `db.transaction` it joins
   * that transaction.
   */
  publish<E extends D['emits'][number]>(
    event: E,
    payload: z.input<E['schema']>,
    options: { key: string },
  ): Promise<void>
  /**
   * Durable job, at least once. The same `key` replaces a job that has not started. Inside `db.transaction` it joins
   * that transaction.
   */
  enqueue<J extends keyof D['jobs'] & string>(
    job: J,
    data: z.input<D['jobs'][J]>,
    options?: { runAt?: Date; key?: string },
  ): Promise<void>
  /** Deletes the job of this key unless it has started. Inside `db.transaction` it joins that transaction. */
  cancel(job: keyof D['jobs'] & string, key: string): Promise<void>
  readonly signal: AbortSignal
}
/**
 * Context in a route of `session` access. `viewer.can` checks core's permissions and this plugin's; `acting` does the
 * acts that the definition declares in the user's name. `program`: the token with which a program calls as that user;
 * null for the user's own session.
 */
export type SessionContext<D extends AnyShape = AnyShape> = PluginContext<D> & {
  readonly viewer: Viewer
  readonly acting: Acting
  readonly program: CallingToken | null
}
/**
 * In a route of `connection` access: the connection named in the path, already looked up, active, and of this plugin.
 * Files that `media.put` takes here count against the company's storage (ERR_STORAGE_FULL), and one that a day later
 * neither a message nor a plugin (`holdsMedia`) holds is removed.
 */
export type ConnectionRouteContext<D extends AnyShape = AnyShape> = PluginContext<D> & {
  readonly connection: ConnectionContext<Record<string, unknown>>
  readonly visitors: VisitorPort
  readonly captcha: CaptchaPort
}

/**
 * In a route of `company` access: the company whose public address is in the path, which is active and has the plugin
 * on. Nobody is signed in, so core answers as in events and jobs, unmasked: answer only what the company has made
 * public. Files that `media.put` takes here count against the company's storage as those of a `connection` route do.
 */
export type CompanyRouteContext<D extends AnyShape = AnyShape> = PluginContext<D>

/**
 * In a route of `key` access: the company that the key names. There is no user, so core answers as in events and jobs,
 * unmasked. Files that `media.put` takes here count against the company's storage as those of a `connection` route do.
 */
export type KeyContext<D extends AnyShape = AnyShape> = PluginContext<D> & { readonly key: CallingKey }

/** In a route of `public` access: nobody is known and no company is named, so there is no data to reach. */
export type PublicContext = Pick<PluginContext, 'log' | 'fetch' | 'signal'> & { readonly captcha: CaptchaPort }
