import type { ChannelImplementation } from '@recado/sdk'
import { apiOf } from '../api/client.ts'
import { Done, Me } from '../api/results.ts'
import { groupOperations } from '../groups/operations.ts'
import { poll } from '../inbound/poll.ts'
import { topicFor } from '../inbound/topic.ts'
import { wantedUpdates } from '../inbound/update.ts'
import { webhook } from '../inbound/webhook.ts'
import { edit, react, remove, stopPoll } from '../outbound/change.ts'
import { send } from '../outbound/send.ts'
import { webhookAddress } from './address.ts'
import type { telegram } from './capabilities.ts'
import { check } from './check.ts'
import { describe } from './describe.ts'
import { watch } from './watch.ts'

const typingLimitMs = 5_000

/** A bot. With an address that Telegram reaches it is called, without one it asks. */
export const telegramChannel: ChannelImplementation<typeof telegram> = {
  webhook,
  check,
  /** People and groups are numbers. */
  normalise: (value) => value.trim(),
  async open(ctx) {
    const api = await apiOf(ctx)
    const me = await api.call('getMe', Me, {}, ctx.signal)
    const stop = new AbortController()
    const signal = AbortSignal.any([ctx.signal, stop.signal])
    const address = webhookAddress(ctx)
    if (address === null) await api.call('deleteWebhook', Done, {}, ctx.signal)
    else
      await api.call(
        'setWebhook',
        Done,
        { url: address, secret_token: api.webhookSecret, allowed_updates: wantedUpdates, max_connections: 20 },
        ctx.signal,
      )
    const listening = address === null ? poll(ctx, api, signal) : watch(ctx, api, address, signal)
    return {
      send: (request, sending) => send(ctx, api, request, sending),
      edit: (target, parts, editing) => edit(api, target, parts, editing),
      remove: (target, removing) => remove(api, target, removing),
      react: (target, emoji, reacting) => react(api, target, emoji, reacting),
      stopPoll: (target, stopping) => stopPoll(api, target, stopping),
      async typing(chat, mode) {
        // The sign of typing ends by itself.
        if (mode === 'stop') return
        const topic = await topicFor(ctx, chat)
        await api.call(
          'sendChatAction',
          Done,
          {
            chat_id: chat,
            ...(topic !== undefined && { message_thread_id: topic }),
            action: mode === 'voice' ? 'record_voice' : 'typing',
          },
          AbortSignal.any([signal, AbortSignal.timeout(typingLimitMs)]),
        )
      },
      describe: (chat, asking) => describe(api, chat, asking),
      operations: groupOperations(ctx, api, me.id),
      fetchMedia: async (ref, fetching) => ({ stream: await api.download(ref, fetching) }),
      async logout(leaving) {
        if (address !== null) await api.call('deleteWebhook', Done, {}, leaving)
      },
      async [Symbol.asyncDispose]() {
        stop.abort()
        await listening
      },
    }
  },
}
