import {
  mint,
  type ChannelSpec,
  type ConnectionContext,
  type ConnectionId,
  type InboundEvent,
  type SentLink,
  type SessionState,
  type TenantId,
} from '@recado/contracts'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { memoryHistory, type MemoryHistory } from './memory-history.ts'
import { memoryMedia, type MemoryMedia } from './memory-media.ts'
import { memorySealed, type MemorySealed } from './memory-sealed.ts'
import { memoryState, type MemoryState } from './memory-state.ts'
import { memoryTopics, type MemoryTopics } from './memory-topics.ts'
import { enteredHosts, routesWith } from './entered-hosts.ts'
import { lineThrough, routedHost } from './routed-line.ts'
import { routedFetch, type Outside, type RequestMade } from './routed-fetch.ts'

/** One line that the adapter logged. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly facts: object
  readonly message: string
}

/** Options of {@link testConnection}. */
export interface TestConnectionOptions<Config> {
  /**
   * Parses `config` as the product does; hosts in the settings of its `egressFrom` are routed as `hosts` says, or else
   * to themselves.
   */
  readonly spec: Pick<ChannelSpec, 'config' | 'egressFrom'>
  /** Settings as an administrator enters them, without secrets. */
  readonly config: Config
  readonly secrets?: Readonly<Record<string, string>>
  /**
   * Routes of the hosts of the plugin's `egress`: `{ 'api.example.com': simulator.url }`; `connect` keeps the requested
   * port. Every other host is refused.
   */
  readonly hosts?: Readonly<Record<string, string>>
  /** Instead of `hosts`: answers every request itself. */
  readonly fetch?: typeof fetch
  readonly callbackUrl?: URL | null
  readonly name?: string
  /** State left by an earlier connection; see {@link TestConnection.restarted}. */
  readonly kept?: Pick<TestConnection<Config>, 'ids' | 'state' | 'sealed' | 'media' | 'topics' | 'history'> & {
    readonly secrets: Readonly<Record<string, string>>
  }
  readonly outside?: Outside
  /** What `ctx.linkPreview` answers, whatever is asked; without it, that there is nothing to show. */
  readonly linkPreview?: SentLink
}

/** A connection whose surroundings are in memory, and everything its adapter did to them. */
export interface TestConnection<Config> {
  /** For `check`, `open`, `register`, and for functions of the adapter that take a part of it. */
  readonly ctx: ConnectionContext<Config>
  readonly ids: { readonly tenant: TenantId; readonly connection: ConnectionId }
  /** Events in the order in which they came; those emitted together are flattened. */
  readonly events: readonly InboundEvent[]
  readonly states: readonly SessionState[]
  readonly logs: readonly LogLine[]
  readonly requests: readonly RequestMade[]
  readonly state: MemoryState
  readonly sealed: MemorySealed
  readonly media: MemoryMedia
  readonly topics: MemoryTopics
  readonly history: MemoryHistory
  /** The secrets as they are now. */
  secrets(): Readonly<Record<string, string>>
  /** Lets the next `emit` fail, as a database does that is away. */
  failNextEmit(error?: Error): void
  /** Aborts `ctx.signal`, as core does when the connection is stopped. */
  stop(): void
  /** The same connection after a restart: nothing recorded yet, what is durable still there. */
  restarted(): TestConnection<Config>
}

/**
 * A connection for tests of a channel: everything that the product gives to an adapter, in memory, and a `fetch` that
 * reaches the stand-in alone. It is kept for one test.
 *
 * @throws ZodError when `config` and `secrets` are not what the channel's settings accept
 */
export function testConnection<Config = Record<string, unknown>>(
  options: TestConnectionOptions<Config>,
): TestConnection<Config> {
  const {
    spec,
    hosts = {},
    kept,
    callbackUrl = new URL('https://recado.test/hooks/plugin/connection/secret'),
  } = options
  const secrets = new Map(Object.entries(kept?.secrets ?? options.secrets ?? {}))
  const config = readConfig(spec.config, options.config, Object.fromEntries(secrets)) as Config
  const ids = kept?.ids ?? { tenant: mint<TenantId>(randomUUID()), connection: mint<ConnectionId>(randomUUID()) }
  const {
    state = memoryState(),
    sealed = memorySealed(),
    media = memoryMedia(),
    topics = memoryTopics(),
    history = memoryHistory(),
  } = kept ?? {}
  const routes = routesWith(hosts, enteredHosts(spec.egressFrom, config))
  const [events, states, logs, requests]: [InboundEvent[], SessionState[], LogLine[], RequestMade[]] = [[], [], [], []]
  const ended = new AbortController()
  const outside = options.fetch ?? routedFetch(routes, (request) => requests.push(request), options.outside)
  let emitFailure: Error | undefined
  const line =
    (level: LogLine['level']) =>
    (facts: object, message: string): void => {
      logs.push({ level, facts, message })
    }

  const ctx: ConnectionContext<Config> = {
    ...ids,
    name: options.name ?? 'Test',
    config,
    media,
    state,
    sealed,
    topics,
    history,
    callbackUrl,
    linkPreview: async () => options.linkPreview,
    secrets: {
      get: async (name) => secrets.get(name),
      set: async (name, value) => {
        secrets.set(name, value)
      },
      ensure: async (name, make) => {
        const secret = secrets.get(name) ?? make()
        secrets.set(name, secret)
        return secret
      },
      delete: async (name) => {
        secrets.delete(name)
      },
    },
    log: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    fetch: outside,
    fetchFile: outside,
    connect: lineThrough(routes),
    resolveHost: async (host) => routedHost(routes, host),
    async emit(batch) {
      const failure = emitFailure
      emitFailure = undefined
      if (failure) throw failure
      events.push(...batch)
    },
    setState: (reported) => {
      states.push(reported)
    },
    plugin: () => Promise.reject(new Error('the connection has no plugin around it: use testHost')),
    signal: ended.signal,
  }
  return {
    ctx,
    ids,
    events,
    states,
    logs,
    requests,
    state,
    sealed,
    media,
    topics,
    history,
    secrets: () => Object.fromEntries(secrets),
    failNextEmit: (error = new Error('the database is away')) => {
      emitFailure = error
    },
    stop: () => ended.abort(),
    restarted: () =>
      testConnection({
        ...options,
        kept: { ids, state, sealed, media, topics, history, secrets: Object.fromEntries(secrets) },
      }),
  }
}

/** Settings as an adapter sees them: validated whole, then without secrets. */
function readConfig(
  schema: z.ZodObject,
  config: unknown,
  secrets: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const known = Object.fromEntries(Object.entries(secrets).filter(([name]) => Object.hasOwn(schema.shape, name)))
  const read = schema.parse({ ...(config as object), ...known })
  return Object.freeze(Object.fromEntries(Object.entries(read).filter(([name]) => !Object.hasOwn(known, name))))
}
