import { hash } from 'node:crypto'
import {
  CompanyAddress,
  Refusal,
  type RouteRequest,
  type RouteSpec,
  type StreamEvent,
  type Viewer,
} from '@recado/contracts'
import type { Context } from 'hono'
import * as z from 'zod'
import { currentContext, type WorkContext } from '../base/context.ts'
import { networkOf, type AddressOf } from './address.ts'
import { defaultMaxBody, readJson, requireContentType, type Incoming } from './body.ts'
import { collectFields } from './fields.ts'
import type { Idempotency } from './idempotency.ts'
import { readMultipart } from './multipart.ts'
import type { RateLimiter, RateStanding } from './rate.ts'
import {
  AnswerWithHeaders,
  type AnswerHeaders,
  type Authenticator,
  type BoundRoute,
  type Caller,
  type KeyAuthenticator,
} from './route.ts'
import { listKeysOf, refuseUnstorable, strict, validated } from './schemas.ts'
import { eventStream } from './stream.ts'

/** Data of node-server beside the request; absent when a test calls the app directly. */
export interface Bindings {
  readonly incoming?: Incoming & { readonly socket?: { readonly remoteAddress?: string | undefined } }
}

export interface GateOptions {
  readonly authenticator: Authenticator
  /** Without it nobody is admitted to routes of `key` access. */
  readonly keys?: KeyAuthenticator | undefined
  /** Whether a viewer holds a permission of core or of an enabled plugin. */
  permits(viewer: Viewer, permission: string): boolean
  readonly rate: RateLimiter
  readonly idempotency?: Idempotency | undefined
  readonly addressOf: AddressOf
  /**
   * Runs after authentication, permission and limits and before the body is read; refuses by throwing (tier,
   * enablement, breaker).
   */
  beforeHandle?(route: BoundRoute, caller: Caller): void | Promise<void>
  /** Aborted when the server shuts down: streams end. */
  readonly stopping: AbortSignal
  /** Called with the error of an open stream; answers the code for the client. */
  streamFailed(error: unknown, route: BoundRoute, context: WorkContext | undefined): string
}

/** Schemas of what comes in, and which of its keys hold lists. */
interface Inputs {
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly queryLists: ReadonlySet<string>
  readonly body: z.ZodType | undefined
  readonly bodyLists: ReadonlySet<string>
}

function inputsOf(spec: RouteSpec): Inputs {
  const query = strict(spec.query ?? z.object({}))
  const body = spec.body && strict(spec.body)
  return {
    params: strict(spec.params ?? z.object({})),
    query,
    queryLists: listKeysOf(query),
    body,
    bodyLists: body instanceof z.ZodObject ? listKeysOf(body) : new Set(),
  }
}

type GateContext = Context<{ Bindings: Bindings }>

/**
 * The gate of one route: limits, authentication, permission, validation, handler, answer. The order matters: a caller
 * without rights learns nothing of the schema, and no body is read for a request that will be refused.
 */
export function gate(route: BoundRoute, options: GateOptions): (c: GateContext) => Promise<Response> {
  const { spec } = route
  let made: Inputs | undefined
  // Closed schemas of hundreds of routes take 3 MB, and a node is seldom asked for most of them.
  const inputs = (): Inputs => (made ??= inputsOf(spec))
  const pattern = `${spec.method} ${route.path}`
  const repeatable =
    spec.method === 'POST' &&
    (spec.access.kind === 'session' || spec.access.kind === 'key') &&
    typeof spec.response !== 'string' &&
    !spec.confidential

  return async (c) => {
    const { raw } = c.req
    const context = currentContext()
    if (context) {
      context.route = pattern
      if (route.owner !== 'core') context.plugin = route.owner
    }
    const ip = options.addressOf(raw.headers.get('x-forwarded-for'), c.env?.incoming?.socket?.remoteAddress)
    await options.rate.take(spec.rate, { ip: networkOf(ip) })
    const caller = await callerOf(route, raw.headers, c.req.param() as Record<string, string>, options).catch(
      (error: unknown) => {
        const challenge = Refusal.is(error) ? route.challenge?.(new URL(raw.url)) : undefined
        if (context && challenge !== undefined) context.answerHeaders = { 'www-authenticate': challenge }
        throw error
      },
    )
    if (caller.kind === 'session') {
      if (context) context.tenantId = caller.viewer.tenantId
      if (spec.access.kind === 'session' && !options.permits(caller.viewer, spec.access.permission))
        throw new Refusal('ERR_NO_PERMISSION')
      await options.rate.take(spec.rate, {
        ...(caller.apiTokenId ? { program: caller.apiTokenId } : { user: caller.viewer.userId }),
        tenant: caller.viewer.tenantId,
      })
    } else if (caller.kind === 'key') {
      if (context) context.tenantId = caller.tenantId
      const keys = { program: caller.holder, tenant: caller.tenantId }
      await options.rate.take(spec.rate, keys, (standing) => {
        if (context) context.answerHeaders = rateHeaders(standing)
      })
    } else if (caller.kind === 'connection') await options.rate.take(spec.rate, { connection: caller.connectionId })
    else if (caller.kind === 'company') await options.rate.take(spec.rate, { connection: `company:${caller.address}` })
    await options.beforeHandle?.(route, caller)

    const url = new URL(raw.url)
    const { params, query, queryLists, body, bodyLists } = inputs()
    const request: RouteRequest<RouteSpec> = {
      params: await readParams(params, c.req.param() as Record<string, string>),
      query: await readQuery(query, url, queryLists),
      ...(await readBody(route, body, bodyLists, raw)),
      headers: raw.headers,
      ip,
      url,
      requestId: context?.requestId ?? '',
      lastEventId: raw.headers.get('last-event-id') ?? undefined,
      get signal() {
        return raw.signal
      },
    }
    const key = repeatable && options.idempotency ? raw.headers.get('idempotency-key') : null
    const repeater = repeaterOf(caller)
    if (key === null || !repeater || !options.idempotency)
      return answer(route, await route.handle(request, caller, raw), raw, options)

    let headers: AnswerHeaders = {}
    const fingerprint = [
      url.pathname,
      request.params,
      request.query,
      request.body,
      request.files.map((file) => [file.field, file.name, hash('sha256', file.bytes)]),
    ]
    const kept = await options.idempotency.once(
      { ...repeater, route: pattern, key, request: fingerprint },
      async () => {
        const given = await route.handle(request, caller, raw)
        if (given instanceof AnswerWithHeaders) headers = given.headers
        return {
          status: spec.status ?? 200,
          answer: checked(route, given instanceof AnswerWithHeaders ? given.body : given),
        }
      },
    )
    return json(kept.status, kept.answer, kept.replayed ? { 'idempotency-replayed': 'true' } : headers)
  }
}

/** Who repeats a request with the same Idempotency-Key; undefined for who cannot. */
function repeaterOf(caller: Caller): { tenantId: string; by: string } | undefined {
  if (caller.kind === 'session') return { tenantId: caller.viewer.tenantId, by: caller.viewer.userId }
  return caller.kind === 'key' ? { tenantId: caller.tenantId, by: caller.holder } : undefined
}

/** What a program may still ask for, by draft-ietf-httpapi-ratelimit-headers-03. */
const rateHeaders = ({ limit, remaining, resetSeconds }: RateStanding): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
})

async function callerOf(
  { spec, owner }: BoundRoute,
  headers: Headers,
  params: Record<string, string>,
  options: GateOptions,
): Promise<Caller> {
  switch (spec.access.kind) {
    case 'session':
      return { kind: 'session', ...(await options.authenticator.authenticate(headers, owner)) }
    case 'connection': {
      const connectionId = z.uuid().safeParse(params['connectionId'])
      if (!connectionId.success) throw new Refusal('ERR_NOT_FOUND')
      return { kind: 'connection', connectionId: connectionId.data }
    }
    case 'company': {
      const address = CompanyAddress.safeParse(params['company'])
      if (!address.success) throw new Refusal('ERR_NOT_FOUND')
      return { kind: 'company', address: address.data }
    }
    case 'key': {
      if (!options.keys) throw new Refusal('ERR_TOKEN_REFUSED')
      return { kind: 'key', ...(await options.keys.authenticate(owner, keyIn(headers, spec.access.header))) }
    }
    case 'public':
      return { kind: 'public' }
  }
}

/**
 * The key of a request: of the header that its route names, else a bearer token. A header named with underscores is
 * read with hyphens too: many proxies let only those pass, and some programs write it so.
 */
function keyIn(headers: Headers, header: string | undefined): string | null {
  if (header !== undefined) return headers.get(header) ?? headers.get(header.replaceAll('_', '-'))
  return /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
}

async function readParams(schema: z.ZodObject, given: Record<string, string>): Promise<Record<string, never>> {
  refuseUnstorable(given, 'params')
  // A route that declares no parameters but has some in its path gets none.
  return (await validated(schema, Object.keys(schema.shape).length === 0 ? {} : given, 'params')) as Record<
    string,
    never
  >
}

async function readQuery(schema: z.ZodObject, url: URL, lists: ReadonlySet<string>): Promise<Record<string, never>> {
  const fields = url.search === '' ? {} : collectFields(url.searchParams, lists)
  refuseUnstorable(fields, 'query')
  return (await validated(schema, fields, 'query')) as Record<string, never>
}

async function readBody(
  { spec, maxFile }: BoundRoute,
  schema: z.ZodType | undefined,
  lists: ReadonlySet<string>,
  raw: Request,
): Promise<Pick<RouteRequest<RouteSpec>, 'body' | 'files'>> {
  const multipart = spec.encoding === 'multipart'
  if (!schema && !multipart) return { body: {}, files: [] }
  // A form without files may come as JSON; the limit of JSON holds for it then.
  if (multipart && requireContentType(raw, ['multipart/form-data', 'application/json']) === 'multipart/form-data') {
    const { fields, files } = await readMultipart(raw, spec.maxBody ?? defaultMaxBody.multipart, maxFile)
    return { body: await validated(schema ?? z.strictObject({}), collectFields(fields, lists), 'body'), files }
  }
  const limit = Math.min(
    spec.maxBody ?? Infinity,
    multipart ? defaultMaxBody.json : (spec.maxBody ?? defaultMaxBody.json),
  )
  return { body: await validated(schema ?? z.strictObject({}), await readJson(raw, limit), 'body'), files: [] }
}

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** The answer by the route's schema, without other keys. An answer that does not fit is the handler's fault. */
function checked(route: BoundRoute, given: unknown): unknown {
  if (route.spec.status === 204) return null
  const result = (route.spec.response as z.ZodType).safeParse(given)
  if (result.success) return result.data
  throw new Error(
    `${route.spec.method} ${route.path} answered something else than it declares: ${result.error.issues
      .map((issue) => `${issue.path.join('.')} ${issue.code}`)
      .slice(0, 5)
      .join(', ')}`,
  )
}

function answer(route: BoundRoute, given: unknown, raw: Request, options: GateOptions): Response {
  const { spec } = route
  if (spec.response === 'bytes') {
    if (given instanceof Response || Object.prototype.toString.call(given) === '[object Response]')
      return raw.method === 'HEAD' ? withoutBody(given as Response) : (given as Response)
    throw new Error(`${spec.method} ${route.path} must answer a Response`)
  }
  if (spec.response === 'stream') {
    if (typeof (given as AsyncIterable<StreamEvent> | null)?.[Symbol.asyncIterator] !== 'function')
      throw new Error(`${spec.method} ${route.path} must answer an async iterable`)
    if (raw.method === 'HEAD') {
      void (given as AsyncIterable<StreamEvent>)[Symbol.asyncIterator]().return?.()
      return new Response(null, { headers: streamHeaders })
    }
    const context = currentContext()
    const stream = eventStream(
      given as AsyncIterable<StreamEvent>,
      AbortSignal.any([raw.signal, options.stopping]),
      (error) => options.streamFailed(error, route, context),
    )
    return new Response(stream, { status: 200, headers: streamHeaders })
  }
  return given instanceof AnswerWithHeaders
    ? json(spec.status ?? 200, checked(route, given.body), given.headers)
    : json(spec.status ?? 200, checked(route, given))
}

/** Ends the body of an answer that nobody will read, so that its file is closed. */
function withoutBody(response: Response): Response {
  void response.body?.cancel()
  return new Response(null, { status: response.status, headers: response.headers })
}

function json(status: number, value: unknown, own: AnswerHeaders = {}): Response {
  const headers = new Headers(status === 204 ? {} : { 'content-type': 'application/json; charset=utf-8' })
  for (const [name, values] of Object.entries(own)) for (const each of [values].flat()) headers.append(name, each)
  return new Response(status === 204 ? null : JSON.stringify(value), { status, headers })
}
