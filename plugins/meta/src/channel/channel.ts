import type { ChannelImplementation, ChannelSession, ConnectionContext, RequiredMethods } from '@recado/sdk'
import { metaApi } from '../api/client.ts'
import { webhookOf } from '../inbound/webhook.ts'
import { markRead, react, typing } from '../outbound/acts.ts'
import { send } from '../outbound/send.ts'
import { accountName } from './account.ts'
import type { facebook, instagram } from './capabilities.ts'
import { check } from './check.ts'
import { describe } from './describe.ts'
import { Health, watch } from './health.ts'
import type { Product } from './product.ts'
import { giveWebhookBack, takeWebhook } from './subscription.ts'

const typingLimitMs = 5_000

export const facebookChannel: ChannelImplementation<typeof facebook> = {
  webhook: webhookOf('facebook'),
  check: (ctx, scope) => check(ctx, scope, 'facebook'),
  open: (ctx) => openAccount(ctx, 'facebook'),
}

export const instagramChannel: ChannelImplementation<typeof instagram> = {
  webhook: webhookOf('instagram'),
  check: (ctx, scope) => check(ctx, scope, 'instagram'),
  open: (ctx) => openAccount(ctx, 'instagram'),
}

type Context = ConnectionContext<Record<string, unknown>>
type Session = ChannelSession & RequiredMethods<(typeof facebook)['capabilities']>

/** One account. It is open once the token opens it and its messages are delivered here. */
async function openAccount(ctx: Context, product: Product): Promise<Session> {
  const api = await metaApi(ctx, product)
  const identity = await accountName(api, ctx.signal)
  if (ctx.callbackUrl) await takeWebhook(api, ctx.secrets, ctx.callbackUrl, ctx.signal)
  const stop = new AbortController()
  const signal = AbortSignal.any([ctx.signal, stop.signal])
  const health = new Health(ctx.setState)
  ctx.setState({ state: 'connected', identity })
  const watching = watch(api, health, ctx, signal)
  return {
    send: (request, sending) => health.of(send({ api, ctx }, request, sending)),
    react: (target, emoji, reacting) => health.of(react(api, target, emoji, reacting)),
    markRead: (_chat, upTo, marking) => health.of(markRead(api, upTo, marking)),
    async typing(chat, mode) {
      await typing(api, chat, mode !== 'stop', AbortSignal.any([signal, AbortSignal.timeout(typingLimitMs)]))
    },
    describe: (chat, asking) => health.of(describe(api, chat, asking)),
    async fetchMedia(ref, fetching) {
      const { body, headers } = await api.download(ref, fetching)
      const mime = headers.get('content-type')?.split(';', 1)[0]
      return { stream: body!, ...(mime && { mime }) }
    },
    async logout(leaving) {
      if (ctx.callbackUrl) await giveWebhookBack(api, ctx.callbackUrl, leaving)
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await watching
    },
  }
}
