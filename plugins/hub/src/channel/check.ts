import { ChannelError, type ChannelErrorShape, type CheckScope, type ConnectionContext } from '@recado/sdk'
import { hubApi } from '../api/client.ts'
import { channelName } from './account.ts'
import type { HubConfig } from './config.ts'
import { isSubscribed } from './subscriptions.ts'

type Result = { ok: true; identity: string } | { ok: false; error: ChannelErrorShape; step: string }

const broken = (step: string, code: string, message: string): Result => ({
  ok: false,
  step,
  error: { kind: 'auth', code, message, certain: true },
})

/** Steps `token`, `reach`, `channel`, `address` and, once a session has subscribed, `webhook`. */
export async function check(ctx: ConnectionContext<HubConfig>, { isKept }: CheckScope): Promise<Result> {
  try {
    const api = await hubApi(ctx)
    const identity = await channelName(api, ctx.signal)
    if (!ctx.callbackUrl) return broken('address', 'NO_ADDRESS', 'this installation has no public address')
    if (isKept && !(await isSubscribed(api, ctx.callbackUrl, ctx.signal)))
      return broken('webhook', 'NOT_SUBSCRIBED', 'the hub does not deliver here')
    return { ok: true, identity }
  } catch (error) {
    if (!ChannelError.is(error)) throw error
    const isOther = error.code === 'OTHER_CHANNEL' || error.kind === 'notFound'
    return { ok: false, step: isOther ? 'channel' : error.kind === 'auth' ? 'token' : 'reach', error }
  }
}
