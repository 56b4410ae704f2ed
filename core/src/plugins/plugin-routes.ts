import {
  claimKey,
  type CallingToken,
  Refusal,
  type ConnectionRouteContext,
  type PathClaim,
  type PluginContext,
  type PublicContext,
  type RouteRequest,
  type RouteSpec,
  type StreamEvent,
  type Viewer,
} from '@recado/contracts'
import * as z from 'zod'
import { networkOf } from '../http/address.ts'
import type { LiveSession } from '../http/live-session.ts'
import type { BoundRoute, Caller } from '../http/route.ts'
import { strict, validated } from '../http/schemas.ts'
import { forUser } from './acting.ts'
import type { Availabilities } from './availability.ts'
import type { ConnectionEntry, ConnectionLookup } from './connection-lookup.ts'
import type { ContextParts } from './context.ts'
import type { Cause, Guard, GuardedCall } from './guard.ts'
import type { BrokenPlugin, RunningPlugin } from './installed-plugin.ts'
import { captchaPort, mediaPort } from './stranger-ports.ts'
import type { GivenToRoute } from './given-to-route.ts'
import { challengeOf, connectedResourceOf, resourceRoute } from './connected-resource.ts'

/** Companies by their public addresses, those alone that strangers may see. */
export interface CompanyLookup {
  find(address: string): Promise<string | undefined>
}

export interface RouteParts {
  readonly availability: Availabilities
  readonly guard: Guard
  readonly connections: ConnectionLookup
  readonly companies: CompanyLookup
  /** The origin under which programs reach the installation; undefined where only somebody's word says so. */
  issuerOf(request: URL): string | undefined
  readonly limitMs: number
  context(plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext>
  readonly ports: ContextParts['ports']
  readonly acting: ContextParts['acting']
  readonly recordAct: ContextParts['recordAct']
  readonly routeMedia: ContextParts['routeMedia']
  readonly visitors: ContextParts['visitors']
  readonly captcha: ContextParts['captcha']
  publicContext(plugin: RunningPlugin, signal: AbortSignal): PublicContext
}

/**
 * Caller of a plugin's route: of a session only its viewer and the token of a program, since a user's own request may
 * call on behalf of them.
 */
type RouteCaller =
  | Exclude<Caller, { kind: 'session' }>
  | ({ readonly kind: 'session' } & Pick<LiveSession, 'viewer' | 'apiTokenId' | 'apiTokenName'>)

/** An admitted call: the tenant of its data, and its connection. */
interface Admission {
  readonly tenantId: string | null
  readonly connection: ConnectionEntry | undefined
}

/** Binds the routes of a plugin below `/p/<id>` and, where it claims them, at product paths. */
export function routesOf(plugin: RunningPlugin, parts: RouteParts): BoundRoute[] {
  const { id, definition, implementation } = plugin
  const resource = connectedResourceOf(plugin)
  const routes = pathsOf(id, definition).map(({ name, path, spec }): BoundRoute => {
    const target = { path, spec, handler: handlerOf(implementation, name) }
    return {
      owner: id,
      errors: definition.errors,
      path,
      spec,
      ...(path === resource?.path && {
        challenge: (at: URL) => challengeOf(resource, parts.issuerOf(at)),
        isCrossOrigin: true as const,
      }),
      handle: (request, caller) => callRoute(plugin, target, request, caller, parts),
    }
  })
  return resource ? [...routes, resourceRoute(resource, (at) => parts.issuerOf(at))] : routes
}

type RouteHandler = (request: RouteRequest<RouteSpec>, ctx: unknown) => unknown
const handlerOf = (implementation: RunningPlugin['implementation'], name: string): RouteHandler =>
  (implementation.routes as Record<string, RouteHandler>)[name]!

/**
 * The claimed route at a product path, called for a user while their own request is answered: the permission and the
 * input are asked for as the gate would, rates and the entry were asked of that request.
 * @throws Refusal ERR_PLUGIN_NOT_FOUND where no plugin claims it, ERR_NO_PERMISSION, ERR_VALIDATION, and what the route
 * refuses
 */
export async function callClaimed(
  plugins: Iterable<RunningPlugin>,
  claim: PathClaim,
  viewer: Viewer,
  given: GivenToRoute,
  parts: RouteParts,
): Promise<unknown> {
  const wanted = claimKey(claim)
  for (const plugin of plugins) {
    const found = pathsOf(plugin.id, plugin.definition).find(
      ({ path, spec }) => claimKey({ method: spec.method, path }) === wanted,
    )
    if (!found) continue
    const { name, path, spec } = found
    if (spec.access.kind === 'session' && !viewer.can(spec.access.permission)) throw new Refusal('ERR_NO_PERMISSION')
    const request: RouteRequest<RouteSpec> = {
      params: await checked(spec.params, given.params, 'params'),
      query: {},
      body: await checked(spec.body, given.body, 'body'),
      files: [],
      headers: new Headers(),
      ip: '',
      url: new URL(path, 'http://product.invalid'),
      requestId: '',
      lastEventId: undefined,
      signal: new AbortController().signal,
    }
    return callRoute(
      plugin,
      { path, spec, handler: handlerOf(plugin.implementation, name) },
      request,
      { kind: 'session', viewer },
      parts,
    )
  }
  throw new Refusal('ERR_PLUGIN_NOT_FOUND')
}

const checked = (
  schema: RouteSpec['params'] | RouteSpec['body'],
  value: unknown,
  place: 'params' | 'body',
): Promise<never> => validated(strict(schema ?? z.object({})), value, place) as Promise<never>

/** A plugin that is installed but did not start answers so, instead of as if its paths did not exist. */
export const routesOfBroken = ({ id, module }: BrokenPlugin): BoundRoute[] =>
  (module ? pathsOf(id, { ...module.definition, claims: {} }) : []).map(({ path, spec }) => ({
    owner: id,
    errors: module?.definition.errors,
    path,
    spec,
    handle() {
      throw new Refusal('ERR_PLUGIN_UNAVAILABLE')
    },
  }))

function pathsOf(
  id: string,
  definition: Pick<RunningPlugin['definition'], 'routes' | 'claims'>,
): { name: string; path: string; spec: RouteSpec }[] {
  return Object.entries(definition.routes as Record<string, RouteSpec>).flatMap(([name, spec]) => {
    const claimed = (definition.claims as Record<string, string> | undefined)?.[name]
    return [`/p/${id}${spec.path}`, ...(claimed === undefined ? [] : [claimed])].map((path) => ({ name, path, spec }))
  })
}

/**
 * Checks before a plugin's route: enabled, licensed, not suspended, and the connection its own. The HTTP gate may run
 * them before it reads a body; the route runs them again, so that it does not depend on that.
 */
export async function admit(
  plugin: RunningPlugin,
  caller: RouteCaller,
  parts: Pick<RouteParts, 'availability' | 'guard' | 'connections' | 'companies'>,
): Promise<Admission> {
  const connection =
    caller.kind === 'connection' ? await ownConnection(plugin, caller.connectionId, parts.connections) : undefined
  const tenantId =
    caller.kind === 'company'
      ? await shownCompany(plugin, caller.address, parts)
      : (tenantOf(caller) ?? connection?.tenantId ?? null)
  if (tenantId !== null) await parts.availability.require(plugin, tenantId)
  parts.guard.requireClosed({ plugin: plugin.id, tenantId, by: causeOf(caller) })
  if (connection && !connection.active) throw new Refusal('ERR_CONNECTION_INACTIVE')
  return { tenantId, connection }
}

const causeOf = ({ kind }: RouteCaller): Cause => (kind === 'session' || kind === 'key' ? 'company' : 'strangers')

function tenantOf(caller: RouteCaller): string | undefined {
  if (caller.kind === 'session') return caller.viewer.tenantId
  return caller.kind === 'key' ? caller.tenantId : undefined
}

/** A company without the plugin is answered like a missing one: strangers learn nothing about it. */
async function shownCompany(
  plugin: RunningPlugin,
  address: string,
  { companies, availability }: Pick<RouteParts, 'companies' | 'availability'>,
): Promise<string> {
  const tenantId = await companies.find(address)
  if (tenantId === undefined || !(await availability.usable(plugin, tenantId))) throw new Refusal('ERR_NOT_FOUND')
  return tenantId
}

/** A connection of another plugin is answered like a missing one: the caller is not authenticated here. */
async function ownConnection(
  plugin: RunningPlugin,
  connectionId: string,
  connections: ConnectionLookup,
): Promise<ConnectionEntry> {
  const connection = await connections.lookup(connectionId)
  if (connection?.plugin !== plugin.id) throw new Refusal('ERR_NOT_FOUND')
  return connection
}

interface Target {
  readonly path: string
  readonly spec: RouteSpec
  readonly handler: RouteHandler
}

async function callRoute(
  plugin: RunningPlugin,
  { path, spec, handler }: Target,
  request: RouteRequest<RouteSpec>,
  caller: RouteCaller,
  parts: RouteParts,
): Promise<unknown> {
  const { tenantId, connection } = await admit(plugin, caller, parts)
  const call: GuardedCall = {
    plugin: plugin.id,
    errors: plugin.definition.errors,
    tenantId,
    by: causeOf(caller),
    what: `${spec.method} ${path}`,
    limitMs: spec.limitMs ?? parts.limitMs,
    signal: request.signal,
  }
  // A stream outlives its call, so it works until the client goes and not until the call has ended.
  const streams = spec.response === 'stream'
  return parts.guard.run(call, async (signal) => {
    const lasting = streams ? request.signal : signal
    const lease = { isOver: false }
    const ending: (() => void)[] = []
    const end = (): void => {
      for (const release of ending.splice(0)) release()
    }
    try {
      const ctx = await contextFor(
        plugin,
        caller,
        { tenantId, connection },
        { signal: lasting, isOver: () => lease.isOver || signal.aborted },
        parts,
      )
      const answer = await handler(
        request,
        connection
          ? withVisitors(ctx, plugin, connection, { spec, request, onEnd: (release) => ending.push(release) }, parts)
          : ctx,
      )
      if (!streams) return await expected(answer, spec)
      request.signal.addEventListener('abort', end, { once: true })
      if (request.signal.aborted) end()
      return endingWith(watched(answer, call, parts.guard), end)
    } catch (error) {
      end()
      throw error
    } finally {
      lease.isOver = true
      if (!streams) end()
    }
  })
}

/**
 * Lifetime of the handler's context: most of it until `signal` ends, acts in the user's name only while the handler
 * runs.
 */
interface Lease {
  readonly signal: AbortSignal
  isOver(): boolean
}

async function contextFor(
  plugin: RunningPlugin,
  caller: RouteCaller,
  { tenantId, connection }: Admission,
  { signal, isOver }: Lease,
  parts: RouteParts,
): Promise<unknown> {
  if (tenantId === null) return parts.publicContext(plugin, signal)
  const ctx = await parts.context(plugin, tenantId, signal)
  if (caller.kind === 'session')
    return forUser(
      { ...ctx, media: mediaPort(parts.routeMedia.users, tenantId) },
      plugin,
      { viewer: caller.viewer, program: programOf(caller) },
      parts,
      isOver,
    )
  const media = mediaPort(parts.routeMedia.strangers, tenantId)
  if (caller.kind === 'key') return { ...ctx, media, key: { id: caller.keyId, holder: caller.holder } }
  if (caller.kind === 'company') return { ...ctx, media }
  return { ...ctx, media, connection: { ...connection!.context(ctx.signal), media } }
}

const programOf = ({
  apiTokenId,
  apiTokenName,
}: Pick<LiveSession, 'apiTokenId' | 'apiTokenName'>): CallingToken | null =>
  apiTokenId === undefined ? null : { id: apiTokenId, name: apiTokenName ?? '' }

interface VisitorRequest {
  readonly spec: RouteSpec
  readonly request: RouteRequest<RouteSpec>
  onEnd(release: () => void): void
}

/** Beside its connection, what a route has that anybody may call: budgets of visitors, and the slider. */
function withVisitors(
  ctx: unknown,
  plugin: RunningPlugin,
  { tenantId }: ConnectionEntry,
  { spec, request, onEnd }: VisitorRequest,
  parts: RouteParts,
): unknown {
  const { connection } = ctx as ConnectionRouteContext
  return {
    ...(ctx as ConnectionRouteContext),
    visitors: parts.visitors.portFor(
      { rate: spec.rate, plugin: plugin.id, tenantId, network: networkOf(request.ip) },
      onEnd,
    ),
    captcha: captchaPort(parts.captcha, plugin.id, connection.connection),
  }
}

/**
 * Answers that the gate would strip or refuse in core's name are checked here in the plugin's, so that they count as
 * its failure.
 */
async function expected(answer: unknown, spec: RouteSpec): Promise<unknown> {
  if (spec.response === 'bytes') {
    if (Object.prototype.toString.call(answer) !== '[object Response]')
      throw new TypeError('the answer is not a Response')
  } else if (spec.response !== 'stream' && spec.status !== 204) {
    const parsed = await (spec.response as z.ZodType).safeParseAsync(answer)
    if (!parsed.success)
      throw new TypeError(
        'the answer does not match its schema: ' +
          `${parsed.error.issues.map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`).join('; ')}`,
      )
  }
  return answer
}

/** A stream that calls `end` once it is over, also one that was never begun to be read. */
function endingWith(events: AsyncGenerator<StreamEvent>, end: () => void): AsyncIterableIterator<StreamEvent> {
  const over = async (result: Promise<IteratorResult<StreamEvent>>): Promise<IteratorResult<StreamEvent>> => {
    try {
      const seen = await result
      if (seen.done) end()
      return seen
    } catch (error) {
      end()
      throw error
    }
  }
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: () => over(events.next()),
    return: () => {
      end()
      return events.return(undefined)
    },
  }
}

/** An open stream's failure counts like a handler's. */
async function* watched(answer: unknown, call: GuardedCall, guard: Guard): AsyncGenerator<StreamEvent> {
  try {
    yield* answer as AsyncIterable<StreamEvent>
  } catch (error) {
    throw guard.failure(call, error)
  }
}
