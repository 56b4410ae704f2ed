import type { ChannelImplementation, ChannelSession, ConnectionContext, RequiredMethods } from '@recado/sdk'
import { cloudApi } from '../api/client.ts'
import type { Provider } from '../api/transport.ts'
import { identityOf } from '../inbound/person.ts'
import { dialog360Webhook, metaWebhook } from '../inbound/webhook.ts'
import { numberState } from '../number/facts.ts'
import { markRead, react, TypingSign } from '../outbound/acts.ts'
import { Pace } from '../outbound/pace.ts'
import { send } from '../outbound/send.ts'
import { Uploads } from '../outbound/uploads.ts'
import type { waba, waba360 } from './capabilities.ts'
import { checkDialog360, checkMeta } from './check.ts'
import { fetchFile } from './file.ts'
import { Health } from './health.ts'
import { giveWebhookBack, takeWebhook } from './subscription.ts'
import { watch } from './watch.ts'

const typingLimitMs = 5_000

export const wabaChannel: ChannelImplementation<typeof waba> = {
  webhook: metaWebhook,
  check: checkMeta,
  normalise: identityOf,
  open: (ctx) => openNumber(ctx, 'waba'),
}

export const waba360Channel: ChannelImplementation<typeof waba360> = {
  webhook: dialog360Webhook,
  check: checkDialog360,
  normalise: identityOf,
  open: (ctx) => openNumber(ctx, 'waba360'),
}

type Context = ConnectionContext<Record<string, unknown>>

/** One number, of either provider. It is open once the token opens the number and messages are delivered here. */
async function openNumber(
  ctx: Context,
  provider: Provider,
): Promise<ChannelSession & RequiredMethods<(typeof waba)['capabilities']>> {
  const api = await cloudApi(ctx, provider)
  const { phone } = await numberState(api, ctx.signal)
  if (ctx.callbackUrl) await takeWebhook(api, ctx.secrets, ctx.callbackUrl, ctx.signal)
  const stop = new AbortController()
  const signal = AbortSignal.any([ctx.signal, stop.signal])
  const health = new Health(ctx.setState)
  const sender = {
    api,
    pace: new Pace(api.config.messagesPerSecond),
    uploads: new Uploads(api, ctx.media),
    emit: ctx.emit,
  }
  const sign = new TypingSign(api, ctx.history)
  const watching = watch(api, health, ctx.callbackUrl, signal)
  if (phone !== null) ctx.setState({ state: 'connected', identity: phone })
  return {
    send(request, sending) {
      sign.gone(request.chat)
      return health.of(send(sender, request, sending))
    },
    react: (target, emoji, reacting) => health.of(react(api, target, emoji, reacting)),
    markRead: (_chat, upTo, marking) => health.of(markRead(api, upTo.id, marking)),
    async typing(chat, mode) {
      // The sign of typing ends by itself.
      if (mode !== 'stop') await sign.show(chat, AbortSignal.any([signal, AbortSignal.timeout(typingLimitMs)]))
    },
    fetchMedia: (ref, fetching) => health.of(fetchFile(api, ref, fetching)),
    async logout(leaving) {
      if (ctx.callbackUrl) await giveWebhookBack(api, ctx.callbackUrl, leaving)
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await watching
    },
  }
}
