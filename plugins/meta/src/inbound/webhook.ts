import type { WebhookHandler } from '@recado/sdk'
import { sameSecret, verifyHmac } from '@recado/sdk/server'
import { metaApi } from '../api/client.ts'
import type { MetaConfig } from '../channel/config.ts'
import { products, type Product } from '../channel/product.ts'
import { giveWebhookBack, takeWebhook } from '../channel/subscription.ts'
import { eventsIn, readBody } from './body.ts'

export const signatureHeader = 'x-hub-signature-256'

/** Meta signs the raw bytes with the app's secret, and asks for the verification token when an address is saved. */
export const webhookOf = (product: Product): WebhookHandler<MetaConfig> => ({
  async verify({ headers, rawBody }, { secrets }) {
    const [, signature] = /^sha256=([0-9a-f]{64})$/i.exec(headers.get(signatureHeader) ?? '') ?? []
    return verifyHmac(rawBody, signature, await secrets.get('appSecret')) ? 'ok' : 'bad'
  },
  async handshake({ url: { searchParams: asked } }, { secrets }) {
    const expected = await secrets.get('verifyToken')
    const challenge = asked.get('hub.challenge') ?? ''
    const isOurs =
      asked.get('hub.mode') === 'subscribe' &&
      expected !== undefined &&
      sameSecret(asked.get('hub.verify_token') ?? '', expected)
    return isOurs && /^[\w-]{1,200}$/.test(challenge)
      ? new Response(challenge, { headers: { 'content-type': 'text/plain' } })
      : new Response(null, { status: 403 })
  },
  parse({ rawBody }, { accountId }) {
    const body = readBody(rawBody)
    return body ? { events: eventsIn(body, products[product], accountId) } : { events: [], respond: { status: 400 } }
  },
  register: async (callback, ctx) => takeWebhook(await metaApi(ctx, product), ctx.secrets, callback, ctx.signal),
  unregister: async (ctx) => {
    if (ctx.callbackUrl) await giveWebhookBack(await metaApi(ctx, product), ctx.callbackUrl, ctx.signal)
  },
})
