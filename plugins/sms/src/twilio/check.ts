import { ChannelError, type ChannelErrorShape, type CheckScope, type ConnectionContext } from '@recado/sdk'
import { Account, apiOf, Balance, type Api } from './api.ts'
import type { TwilioConfig } from './config.ts'

type Result = { ok: true; identity: string } | { ok: false; error: ChannelErrorShape; step: string }

const broken = (step: string, code: string, message: string): Result => ({
  ok: false,
  step,
  error: { kind: 'auth', code, message, certain: true },
})

/**
 * Steps `credentials`, `reach`, `account`, `number` and `webhook`; the identity names the sender and what credit is
 * left. A session configures the number, so that its webhook is not asked about before.
 */
export async function check(ctx: ConnectionContext<TwilioConfig>, { isKept }: CheckScope): Promise<Result> {
  const { from, messagingServiceSid } = ctx.config
  try {
    const api = await apiOf(ctx)
    const account = await api.get('.json', Account, ctx.signal)
    if (account.status !== 'active')
      return broken('account', account.status.toUpperCase(), `the account is ${account.status}`)
    const trouble = from?.startsWith('+') ? await numberTrouble(ctx, api, from, isKept) : undefined
    return (
      trouble ?? {
        ok: true,
        identity: [from ?? messagingServiceSid ?? '', await credit(api, ctx.signal)].filter(Boolean).join(' · '),
      }
    )
  } catch (error) {
    if (!ChannelError.is(error)) throw error
    return { ok: false, step: error.kind === 'auth' || error.kind === 'notFound' ? 'credentials' : 'reach', error }
  }
}

async function numberTrouble(
  ctx: ConnectionContext<TwilioConfig>,
  api: Api,
  from: string,
  isKept: boolean,
): Promise<Result | undefined> {
  const number = await api.number(from, ctx.signal)
  if (!number) return broken('number', 'NO_NUMBER', 'the account does not have this number')
  if (number.capabilities?.sms === false || number.capabilities?.SMS === false)
    return broken('number', 'NO_SMS', 'the number cannot carry SMS')
  const isElsewhere =
    isKept &&
    ctx.callbackUrl !== null &&
    ctx.config.messagingServiceSid === undefined &&
    number.sms_url !== ctx.callbackUrl.href
  return isElsewhere ? broken('webhook', 'WEBHOOK', 'the number delivers its messages elsewhere') : undefined
}

/** Not every account may ask for it; that is no fault. */
async function credit(api: Api, signal: AbortSignal): Promise<string> {
  try {
    const { balance, currency } = await api.get('/Balance.json', Balance, signal)
    return `${currency} ${balance}`
  } catch (error) {
    if (ChannelError.is(error)) return ''
    throw error
  }
}
