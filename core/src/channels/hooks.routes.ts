import { hash, timingSafeEqual } from 'node:crypto'
import { defineRoute, Refusal, type WebhookRequest } from '@recado/contracts'
import * as z from 'zod'
import { readBytes } from '../http/body.ts'
import { NetworkBudget } from '../http/network-budget.ts'
import { bindRoute, type BoundRoute } from '../http/route.ts'
import type { ChannelCatalogue } from './channel-catalogue.ts'
import type { ConnectionDirectory, KnownConnection } from './connection-directory.ts'
import type { Inbound } from './inbound.ts'

const params = z.object({ plugin: z.string().max(50), connectionId: z.string().max(64), secret: z.string().max(100) })
/** Larger than any batch a provider documents; media come by reference. */
const maxBody = 5 * 1024 * 1024
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Calls of one network that know no connection and its secret. Providers retry a deleted one, but not by the dozen. */
const missesPerMinute = 60

interface HooksDeps {
  readonly directory: ConnectionDirectory
  readonly channels: ChannelCatalogue
  readonly inbound: Inbound
}

/**
 * The front door for providers: `/hooks/<plugin>/<connectionId>/<secret>`. Verify the raw bytes, parse, store, and only
 * then 2xx. The tenant comes from the connection; a refusal says nothing about why. A network that misses too often is
 * told to wait, for its misses alone: many companies' events come from the same addresses of a provider, and a call
 * that knows its secret is always taken.
 */
export const hookRoutes = (deps: HooksDeps): BoundRoute[] => {
  // Providers add parameters as they like; a handshake reads its own from the URL.
  const misses = new NetworkBudget({ points: missesPerMinute, seconds: 60 })
  const spec = {
    path: '/hooks/:plugin/:connectionId/:secret',
    access: { kind: 'public' },
    rate: 'webhook',
    params,
    query: z.looseObject({}),
    response: 'bytes',
    maxBody,
  } as const
  return [
    bindRoute(
      defineRoute({ ...spec, method: 'POST', summary: 'Events from a provider' }),
      async (request, _caller, raw) => {
        const connection = await known(deps, request, misses)
        return deliver(deps, connection, await webhookRequest(raw, request), request.signal)
      },
    ),
    bindRoute(
      defineRoute({
        ...spec,
        method: 'GET',
        summary: 'Subscription challenge of a provider, or events from one that delivers so',
      }),
      async (request, _caller, raw) => {
        const connection = await known(deps, request, misses)
        const nothing = new Response(null, { status: 404 })
        if (raw.method !== 'GET' || isAhead(request.headers)) return nothing
        const hook = await webhookRequest(raw, request)
        const { webhook } = connection.channel.implementation
        const answer = await webhook?.handshake?.(hook, deps.directory.context(connection, request.signal))
        return answer ?? (webhook?.deliversByGet === true ? deliver(deps, connection, hook, request.signal) : nothing)
      },
    ),
  ]
}

async function deliver(
  deps: HooksDeps,
  connection: KnownConnection,
  hook: WebhookRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { webhook } = connection.channel.implementation
  const ctx = deps.directory.context(connection, signal)
  if (!webhook || (await webhook.verify(hook, ctx)) !== 'ok') return new Response(null, { status: 401 })
  const { events, remember = [], respond } = webhook.parse(hook, connection.config)
  // First: an answer that follows at once needs it.
  for (const { key, value, ttlMs } of remember) await ctx.state.set(key, value, { ttlMs })
  await deps.inbound.accept(connection, events)
  return new Response(respond?.body ?? null, {
    status: respond?.status ?? 200,
    ...(respond?.headers ? { headers: respond.headers } : {}),
  })
}

/**
 * Fetched by a program that looks ahead or draws a preview, because the address stands somewhere; nobody has delivered
 * anything.
 */
const isAhead = (headers: Headers): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ''),
  )

interface Called {
  readonly params: z.output<typeof params>
  readonly ip: string
}

async function known(deps: HooksDeps, called: Called, misses: NetworkBudget): Promise<KnownConnection> {
  const { plugin, connectionId, secret } = called.params
  const connection = uuid.test(connectionId)
    ? await deps.directory.find(connectionId).catch(unknownIfUnreadable)
    : undefined
  // Compared even without a connection, so that the time reveals nothing.
  const fits = sameSecret(secret, connection?.hookSecret ?? '')
  if (!connection || !fits || connection.plugin !== plugin) {
    const retryAfterSeconds = misses.take(called.ip)
    if (retryAfterSeconds === undefined) throw new Refusal('ERR_NOT_FOUND')
    throw new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds })
  }
  const isUsable = connection.active && (await deps.channels.usable(connection.tenantId, plugin))
  if (!isUsable) throw new Refusal('ERR_NOT_FOUND')
  return connection
}

/**
 * Settings that no longer fit the channel are the company's business: a caller without the secret must not learn of
 * them.
 */
function unknownIfUnreadable(error: unknown): undefined {
  if (!Refusal.is(error) || error.code !== 'ERR_PLUGIN_SETTINGS') throw error
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
const sameSecret = (given: string, kept: string): boolean => timingSafeEqual(digest(given), digest(kept)) && kept !== ''

const webhookRequest = async (raw: Request, request: { url: URL; headers: Headers }): Promise<WebhookRequest> => ({
  method: raw.method,
  headers: request.headers,
  url: request.url,
  rawBody: await readBytes(raw, maxBody),
})
