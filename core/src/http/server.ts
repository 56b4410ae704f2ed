import { randomUUID } from 'node:crypto'
import { corePermissions, Refusal, type Logger, type Viewer } from '@recado/contracts'
import { Hono } from 'hono'
import type { Config } from '../base/config.ts'
import { currentContext, withContext, type WorkContext } from '../base/context.ts'
import { addressReader, type AddressOf } from './address.ts'
import { discardUnread } from './body.ts'
import { crossOriginAnswer, crossOriginPreflight } from './cross-origin.ts'
import { gate, type Bindings, type GateOptions } from './gate.ts'
import { baseHeaders, withBaseHeaders } from './headers.ts'
import type { Idempotency } from './idempotency.ts'
import type { RateLimiter } from './rate.ts'
import { refusalBody, refusalOf, statusOf } from './refusals.ts'
import type { Authenticator, BoundRoute, Caller, KeyAuthenticator } from './route.ts'
import { noProxies } from '../base/trusted-proxies.ts'

/** Serves what no route does (the shell, plugin assets). Undefined: not here. Only GET and HEAD get this far. */
export type Fallback = (request: Request, url: URL) => Promise<Response | undefined> | Response | undefined

export interface HttpOptions {
  readonly log: Logger
  readonly metrics: { request(method: string, route: string, status: number, seconds: number): void }
  readonly authenticator: Authenticator
  readonly keys?: KeyAuthenticator
  permits(viewer: Viewer, permission: string): boolean
  /** Whether anybody declares a permission; core's own when absent. A route that asks for another cannot be mounted. */
  isPermission?(permission: string): boolean
  readonly rate: RateLimiter
  readonly idempotency?: Idempotency
  readonly config: Pick<Config, 'publicUrl'>
  /** Determines the address of callers; their connection's own when absent. */
  readonly addressOf?: AddressOf
  /** Runs for every request of every route before its body is read; see {@link GateOptions.beforeHandle}. */
  beforeHandle?(route: BoundRoute, caller: Caller): void | Promise<void>
  /** Asked in order after the routes. */
  readonly fallbacks?: readonly Fallback[]
}

export interface Http {
  /** The web-standard entry: for node-server, and for tests without a socket. */
  readonly app: { fetch(request: Request, bindings?: Bindings): Promise<Response> }
  /**
   * Replaces all routes at once. Running requests end on the old ones. Throws {@link RouteError} and keeps the old
   * ones.
   */
  setRoutes(routes: readonly BoundRoute[]): void
  readonly routes: readonly BoundRoute[]
  /** Ends open streams; the first step of a shutdown. */
  stop(): void
}

/** A route table that cannot be mounted; `message` is a sentence naming both sides. */
export class RouteError extends Error {
  override readonly name = 'RouteError'
}

type App = Hono<{ Bindings: Bindings }>
/** What nginx notes for a caller that left before the answer; nobody reads it. */
const callerLeft = 499
const acceptedRequestId = /^[A-Za-z0-9._-]{8,64}$/

/**
 * The HTTP face of a node: routes as data, mounted behind the gate. Construct once; change routes by
 * {@link Http.setRoutes}.
 */
export function createHttp(options: HttpOptions): Http {
  const { log, metrics } = options
  const https = options.config.publicUrl?.startsWith('https://') ?? false
  const headers = baseHeaders(https)
  const stopping = new AbortController()

  /** `caller` ends when the caller leaves: nobody reads an answer then, and what was broken off has not failed. */
  const refuse = (error: unknown, owner: string, context: WorkContext | undefined, caller?: AbortSignal): Response => {
    if (caller?.aborted && !Refusal.is(error)) {
      log.debug({ err: error }, 'request broken off by its caller')
      return new Response(null, { status: callerLeft })
    }
    const refusal = refusalOf(error, owner)
    const status = statusOf(refusal)
    if (status >= 500) log.error({ err: refusal.cause ?? refusal, code: refusal.code }, 'request failed')
    const retryAfter = refusal.facts.retryAfterSeconds
    return new Response(JSON.stringify(refusalBody(refusal, context?.requestId ?? '')), {
      status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(retryAfter !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
      },
    })
  }
  const gateOptions: GateOptions = {
    authenticator: options.authenticator,
    keys: options.keys,
    permits: (viewer, permission) => options.permits(viewer, permission),
    rate: options.rate,
    idempotency: options.idempotency,
    addressOf: options.addressOf ?? addressReader(noProxies, log),
    stopping: stopping.signal,
    ...(options.beforeHandle && { beforeHandle: options.beforeHandle.bind(options) }),
    streamFailed: (error, route, context) =>
      withContext(context ?? {}, () => {
        const refusal = refusalOf(error, route.owner)
        if (statusOf(refusal) >= 500) log.error({ err: refusal.cause ?? refusal, code: refusal.code }, 'stream failed')
        return refusal.code
      }),
  }

  const build = (routes: readonly BoundRoute[]): App => {
    const app: App = new Hono({ strict: false })
    const crossOrigin = new Set(routes.filter(({ isCrossOrigin }) => isCrossOrigin).map(({ path }) => plainPath(path)))
    for (const [path, methods] of allowedMethods(routes)) {
      const headers = { allow: methods.join(', '), ...(crossOrigin.has(path) && crossOriginPreflight(methods)) }
      app.on('OPTIONS', path, () => new Response(null, { status: 204, headers }))
    }
    for (const route of ordered(routes)) {
      const enter = gate(route, gateOptions)
      app.on(route.spec.method, plainPath(route.path), async (c) => {
        const answer = await enter(c).catch((error: unknown) =>
          refuse(error, route.owner, currentContext(), c.req.raw.signal),
        )
        return route.isCrossOrigin ? withBaseHeaders(answer, crossOriginAnswer) : answer
      })
    }
    app.notFound(async (c) => {
      if (c.req.method === 'GET' || c.req.method === 'HEAD') {
        const url = new URL(c.req.url)
        for (const fallback of options.fallbacks ?? []) {
          const found = await fallback(c.req.raw, url)
          if (found) return found
        }
      }
      return refuse(new Refusal('ERR_NOT_FOUND'), 'core', currentContext())
    })
    return app
  }

  let mounted: readonly BoundRoute[] = []
  let app = build(mounted)
  return {
    app: {
      async fetch(request, bindings) {
        const started = performance.now()
        const given = request.headers.get('x-request-id')
        const context: WorkContext & { requestId: string } = {
          requestId: given !== null && acceptedRequestId.test(given) ? given : randomUUID(),
        }
        const response = await withContext(context, async () => {
          let answer: Response
          try {
            answer = await app.fetch(request, bindings ?? {})
          } catch (error) {
            answer = refuse(error, 'core', context)
          }
          const seconds = (performance.now() - started) / 1000
          metrics.request(request.method, context.route ?? 'none', answer.status, seconds)
          log.debug(
            {
              method: request.method,
              route: context.route,
              status: answer.status,
              ms: Math.round(seconds * 10_000) / 10,
            },
            'request',
          )
          if (answer.status >= 400 && bindings?.incoming && request.method !== 'GET' && request.method !== 'HEAD')
            await discardUnread(bindings.incoming)
          return answer
        })
        return withBaseHeaders(response, { 'x-request-id': context.requestId, ...headers, ...context.answerHeaders })
      },
    },
    setRoutes(routes) {
      app = build(checkRoutes(routes, options.isPermission?.bind(options)))
      mounted = [...routes]
    },
    get routes() {
      return mounted
    },
    stop: () => stopping.abort(),
  }
}

const plainPath = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path)
/** The path as a matcher sees it: names of parameters do not distinguish routes. */
const shapeOf = (path: string): string => plainPath(path).replace(/:[^/]+/g, ':')

const isCorePermission = (permission: string): boolean => Object.hasOwn(corePermissions, permission)

/** Throws {@link RouteError} for routes that cannot be in one table; answers them otherwise. */
export function checkRoutes(
  routes: readonly BoundRoute[],
  isPermission: (permission: string) => boolean = isCorePermission,
): readonly BoundRoute[] {
  const taken = new Map<string, BoundRoute>()
  for (const route of routes) {
    const { spec, path, owner } = route
    const key = `${spec.method} ${shapeOf(path)}`
    const other = taken.get(key)
    if (other)
      throw new RouteError(`${spec.method} ${path} of ${owner} is already served by ${other.owner} as ${other.path}`)
    taken.set(key, route)
    if (!['session', 'connection', 'company', 'key', 'public'].includes(spec.access?.kind))
      throw new RouteError(`${spec.method} ${path} of ${owner} does not say who may call it`)
    if (spec.access.kind === 'session' && !mayAskFor(owner, spec.access.permission, isPermission))
      throw new RouteError(
        `${spec.method} ${path} of ${owner} asks for the permission ${String(spec.access.permission)}, which ` +
          'nobody declares',
      )
    if (spec.access.kind === 'connection' && !path.split('/').includes(':connectionId'))
      throw new RouteError(`${spec.method} ${path} of ${owner} has connection access but no :connectionId in its path`)
    if (spec.access.kind === 'company' && !path.split('/').includes(':company'))
      throw new RouteError(`${spec.method} ${path} of ${owner} has company access but no :company in its path`)
    if (/[*?{}\s]/.test(path) || !path.startsWith('/'))
      throw new RouteError(`${spec.method} ${path} of ${owner} is not a plain path with named parameters`)
  }
  return routes
}

/**
 * A plugin's own permissions were compared with its routes when its definition was read; it may not run yet, or no
 * more.
 */
const mayAskFor = (owner: string, permission: string, isPermission: (permission: string) => boolean): boolean =>
  isPermission(permission) || (owner !== 'core' && typeof permission === 'string' && permission.startsWith(`${owner}.`))

/** Fixed segments before named ones, so that `/messages/count-all` is not taken for a message. */
function ordered(routes: readonly BoundRoute[]): readonly BoundRoute[] {
  const rank = (path: string): string =>
    plainPath(path)
      .split('/')
      .map((segment) => (segment.startsWith(':') ? '1' : '0'))
      .join('')
  return [...routes].sort((a, b) => (rank(a.path) < rank(b.path) ? -1 : rank(a.path) > rank(b.path) ? 1 : 0))
}

function allowedMethods(routes: readonly BoundRoute[]): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const route of routes) {
    const path = plainPath(route.path)
    const known = methods.get(path) ?? ['OPTIONS']
    methods.set(path, known)
    known.push(route.spec.method, ...(route.spec.method === 'GET' ? ['HEAD'] : []))
  }
  return methods
}
