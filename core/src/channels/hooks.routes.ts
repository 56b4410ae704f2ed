import { hash, timingSafeEqual } from 'node:crypto'
import { defineRoute, Refusal, type WebhookRequest } from '@recado/contracts'
import * as z from 'zod'
import { readBytes } from '../http/body.ts'
import { bindRoute, type BoundRoute } from '../http/route.ts'
import type { ChannelCatalogue } from './channel-catalogue.ts'
import type { ConnectionDirectory, KnownConnection } from './connection-directory.ts'
import type { Inbound } from './inbound.ts'

const params = z.object({ plugin: z.string().max(50), connectionId: z.string().max(64), secret: z.string().max(100) })
/** Larger than any batch a provider documents; media come by reference. */
const maxBody = 5 * 1024 * 1024
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

interface HooksDeps { readonly directory: ConnectionDirectory; readonly channels: ChannelCatalogue; readonly inbound: Inbound }

/**
 * The front door for providers: `/hooks/<plugin>/<connectionId>/<secret>`. Verify the raw bytes, parse, store, and only
 * then 2xx. The tenant comes from the connection; a refusal says nothing about why.
 */
export const hookRoutes = (deps: HooksDeps): BoundRoute[] => {
  // Providers add parameters as they like; a handshake reads its own from the URL.
  const spec = { path: '/hooks/:plugin/:connectionId/:secret', access: { kind: 'public' }, rate: 'webhook', params, query: z.looseObject({}), response: 'bytes', maxBody } as const
  return [
    bindRoute(defineRoute({ ...spec, method: 'POST', summary: 'Events from a provider' }), async (request, _caller, raw) => {
      const connection = await known(deps, request.params)
      const hook = await webhookRequest(raw, request)
      const { webhook } = connection.channel.implementation
      const ctx = deps.directory.context(connection, request.signal)
      if (!webhook || (await webhook.verify(hook, ctx)) !== 'ok') return new Response(null, { status: 401 })
      const { events, respond } = webhook.parse(hook, connection.config)
      await deps.inbound.accept(connection, events)
      return new Response(respond?.body ?? null, { status: respond?.status ?? 200, ...(respond?.headers ? { headers: respond.headers } : {}) })
    }),
    bindRoute(defineRoute({ ...spec, method: 'GET', summary: 'Subscription challenge of a provider' }), async (request, _caller, raw) => {
      const connection = await known(deps, request.params)
      const answer = await connection.channel.implementation.webhook?.handshake?.(await webhookRequest(raw, request), deps.directory.context(connection, request.signal))
      return answer ?? new Response(null, { status: 404 })
    }),
  ]
}

async function known(deps: HooksDeps, { plugin, connectionId, secret }: z.output<typeof params>): Promise<KnownConnection> {
  const connection = uuid.test(connectionId) ? await deps.directory.find(connectionId).catch(unknownIfUnreadable) : undefined
  // Compared even when there is nothing to compare with, so that time tells nothing.
  const fits = sameSecret(secret, connection?.hookSecret ?? '')
  if (!connection || !fits || connection.plugin !== plugin || !connection.active || !(await deps.channels.usable(connection.tenantId, plugin))) throw new Refusal('ERR_NOT_FOUND')
  return connection
}

/** Settings that no longer fit the channel are the company's business: who comes without the secret must not hear of them. */
function unknownIfUnreadable(error: unknown): undefined {
  if (!Refusal.is(error) || error.code !== 'ERR_PLUGIN_SETTINGS') throw error
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
const sameSecret = (given: string, kept: string): boolean => timingSafeEqual(digest(given), digest(kept)) && kept !== ''

const webhookRequest = async (raw: Request, request: { url: URL; headers: Headers }): Promise<WebhookRequest> =>
  ({ method: raw.method, headers: request.headers, url: request.url, rawBody: await readBytes(raw, maxBody) })
