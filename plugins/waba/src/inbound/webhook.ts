import type { WebhookHandler, WebhookOutcome, WebhookRequest } from '@recado/sdk'
import { sameSecret, verifyHmac } from '@recado/sdk/server'
import { cloudApi } from '../api/client.ts'
import type { Waba360Config, WabaConfig } from '../channel/config.ts'
import { dialog360Header, dialog360Secret } from '../channel/dialog360-header.ts'
import { giveWebhookBack, takeWebhook } from '../channel/subscription.ts'
import { eventsOf, readBody } from './body.ts'

export const signatureHeader = 'x-hub-signature-256'

function outcome(request: Pick<WebhookRequest, 'rawBody'>, phoneNumberId: string | undefined): WebhookOutcome {
  const body = readBody(request.rawBody)
  return body ? { events: eventsOf(body, phoneNumberId) } : { events: [], respond: { status: 400 } }
}

/** Meta signs the raw bytes with the app's secret, and asks for the verification token when an address is saved. */
export const metaWebhook: WebhookHandler<WabaConfig> = {
  async verify({ headers, rawBody }, { secrets }) {
    const [, signature] = /^sha256=([0-9a-f]{64})$/i.exec(headers.get(signatureHeader) ?? '') ?? []
    return verifyHmac(rawBody, signature, await secrets.get('appSecret')) ? 'ok' : 'bad'
  },
  async handshake({ url: { searchParams: asked } }, { secrets }) {
    const expected = await secrets.get('verifyToken')
    const isOurs =
      asked.get('hub.mode') === 'subscribe' &&
      expected !== undefined &&
      sameSecret(asked.get('hub.verify_token') ?? '', expected)
    const challenge = asked.get('hub.challenge') ?? ''
    return isOurs && /^[\w-]{1,200}$/.test(challenge)
      ? new Response(challenge, { headers: { 'content-type': 'text/plain' } })
      : new Response(null, { status: 403 })
  },
  // An address that was set for the whole account also brings what belongs to its other numbers.
  parse: (request, config) => outcome(request, config.phoneNumberId),
  register: async (callback, ctx) => takeWebhook(await cloudApi(ctx, 'waba'), ctx.secrets, callback, ctx.signal),
  unregister: async (ctx) => {
    if (ctx.callbackUrl) await giveWebhookBack(await cloudApi(ctx, 'waba'), ctx.callbackUrl, ctx.signal)
  },
}

/** A key stands for one number, so everything that comes concerns it. */
export const dialog360Webhook: WebhookHandler<Waba360Config> = {
  async verify({ headers }, { secrets }) {
    const apiKey = await secrets.get('apiKey')
    return apiKey && sameSecret(headers.get(dialog360Header) ?? '', dialog360Secret(apiKey)) ? 'ok' : 'bad'
  },
  parse: (request) => outcome(request, undefined),
  register: async (callback, ctx) => takeWebhook(await cloudApi(ctx, 'waba360'), ctx.secrets, callback, ctx.signal),
  unregister: async (ctx) => {
    if (ctx.callbackUrl) await giveWebhookBack(await cloudApi(ctx, 'waba360'), ctx.callbackUrl, ctx.signal)
  },
}
