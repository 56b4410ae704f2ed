import { ChannelError, type ChannelErrorShape, type CheckScope, type ConnectionContext } from '@recado/sdk'
import { gatewayOf } from '../gateway/client.ts'
import { isSigned, statusOrNone, webhookOf } from '../gateway/setup.ts'
import { statusOf } from '../gateway/status.ts'
import type { WuzapiConfig } from './config.ts'

type Result = { ok: true; identity: string } | { ok: false; error: ChannelErrorShape; step: string }

const broken = (step: string, code: string, message: string): Result => ({
  ok: false,
  step,
  error: { kind: 'auth', code, message, certain: true },
})

/**
 * Steps `token`, `reach`, `address`, `webhook` and `signature`: in the order in which a delivery needs them. The last
 * two are set up by a session.
 */
export async function check(ctx: ConnectionContext<WuzapiConfig>, { isKept }: CheckScope): Promise<Result> {
  try {
    const gateway = await gatewayOf(ctx)
    const { jid } = isKept ? await statusOf(gateway, ctx.signal) : ((await statusOrNone(gateway, ctx.signal)) ?? {})
    if (!ctx.callbackUrl) return broken('address', 'NO_ADDRESS', 'this installation has no public address')
    if (isKept && (await webhookOf(gateway, ctx.signal)) !== ctx.callbackUrl.href)
      return broken('webhook', 'OTHER_WEBHOOK', 'the gateway does not deliver here')
    if (isKept && !(await isSigned(gateway, ctx.signal)))
      return broken('signature', 'UNSIGNED', 'the gateway does not sign what it delivers')
    return { ok: true, identity: jid === undefined ? ctx.config.session : `+${jid.slice(0, jid.indexOf('@'))}` }
  } catch (error) {
    if (!ChannelError.is(error)) throw error
    return { ok: false, step: error.kind === 'auth' ? 'token' : 'reach', error }
  }
}
