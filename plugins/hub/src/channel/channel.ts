import type { ChannelImplementation } from '@recado/sdk'
import { hubApi } from '../api/client.ts'
import { openFile } from '../inbound/file.ts'
import { webhook } from '../inbound/webhook.ts'
import { send } from '../outbound/send.ts'
import { channelName } from './account.ts'
import type { hub } from './capabilities.ts'
import { check } from './check.ts'
import { subscribe, unsubscribe } from './subscriptions.ts'

/** A channel of the hub. It is open once the token opens it and its messages are delivered here. */
export const hubChannel: ChannelImplementation<typeof hub> = {
  webhook,
  check,
  async open(ctx) {
    const api = await hubApi(ctx)
    const identity = await channelName(api, ctx.signal)
    if (ctx.callbackUrl) await subscribe(api, ctx.callbackUrl, ctx.signal)
    ctx.setState({ state: 'connected', identity })
    return {
      send: (request, signal) => send(api, ctx, request, signal),
      fetchMedia: (ref, signal) => openFile(api, ref, signal),
      async logout(signal) {
        if (ctx.callbackUrl) await unsubscribe(api, ctx.callbackUrl, signal)
      },
      async [Symbol.asyncDispose]() {},
    }
  },
}
