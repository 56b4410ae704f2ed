import { ChannelError, type ChannelErrorShape, type CheckScope, type ConnectionContext } from '@recado/sdk'
import { metaApi, pageApi } from '../api/client.ts'
import { TokenFacts } from '../api/results.ts'
import { accountName } from './account.ts'
import type { Product } from './product.ts'
import { isSubscribed, webhookAt } from './subscription.ts'
import { accessToken } from '../api/token.ts'

type Result = { ok: true; identity: string } | { ok: false; error: ChannelErrorShape; step: string }
type Context = ConnectionContext<Record<string, unknown>>

const broken = (code: string, message: string): ChannelError =>
  new ChannelError({ kind: 'auth', code, message, certain: true })

/**
 * Steps `token`, `reach`, `account`, `page`, `secret`, `address`, `webhook` and `subscription`, in the order in which
 * they build on one another; the last two are set up by a session. The app secret is proved too: the app asks about the
 * token in its own name.
 */
export async function check(ctx: Context, { isKept }: CheckScope, product: Product): Promise<Result> {
  const { signal, callbackUrl } = ctx
  let step = 'account'
  try {
    const api = await metaApi(ctx, product)
    const identity = await accountName(api, signal)
    step = 'page'
    const page = product === 'instagram' ? await pageApi(ctx, product) : undefined
    if (page) await accountName(page, signal)
    step = 'secret'
    const token = (await accessToken(ctx.secrets)) ?? ''
    // Facebook does not know the tokens of Instagram: there the app's own subscriptions prove the secret.
    if (product === 'facebook') {
      const path = `/debug_token?${new URLSearchParams({ input_token: token })}`
      const { data } = await api.call({ method: 'GET', path, asApp: true, result: TokenFacts, signal })
      if (data.app_id !== undefined && data.app_id !== api.config.appId)
        throw broken('OTHER_APP', 'the token belongs to another app')
    }
    const current = await webhookAt(api, signal)
    step = 'address'
    if (!callbackUrl) throw broken('NO_ADDRESS', 'this installation has no public address')
    if (!isKept) return { ok: true, identity }
    step = 'webhook'
    if (current !== callbackUrl.href)
      throw broken('ELSEWHERE', current ? 'messages are delivered elsewhere' : 'messages are delivered nowhere')
    step = 'subscription'
    if (!(await isSubscribed(api, signal))) throw broken('NOT_SUBSCRIBED', 'the account is not subscribed to the app')
    return { ok: true, identity }
  } catch (error) {
    if (!ChannelError.is(error)) throw error
    return { ok: false, step: stepOf(error, step), error }
  }
}

/** No answer is the same trouble at every step; so is a token that is refused. */
function stepOf({ kind, code }: ChannelError, step: string): string {
  if (kind === 'network') return 'reach'
  return step === 'account' && kind === 'auth' && code !== 'OTHER_ACCOUNT' ? 'token' : step
}
