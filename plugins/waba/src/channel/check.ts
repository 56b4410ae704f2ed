import { ChannelError, type ChannelErrorShape, type CheckScope, type ConnectionContext } from '@recado/sdk'
import { cloudApi, type CloudApi } from '../api/client.ts'
import { HealthStatus, NumbersOfAccount, SubscribedApps, TokenFacts } from '../api/results.ts'
import { numberFacts } from '../number/facts.ts'
import { webhookAt } from './subscription.ts'

type Result = { ok: true; identity: string } | { ok: false; error: ChannelErrorShape; step: string }
type Context = ConnectionContext<Record<string, unknown>>
type Facts = Pick<ConnectionContext<unknown>, 'callbackUrl' | 'signal'>

/** A step that the provider answered, and that is not as it should be. */
class Broken extends Error {
  readonly step: string
  readonly error: ChannelErrorShape
  constructor(step: string, code: string, message: string) {
    super(message)
    this.step = step
    this.error = { kind: 'auth', code, message, certain: true }
  }
}

/** Scopes that each step requires of a token. */
const neededScopes = ['whatsapp_business_messaging', 'whatsapp_business_management']

/**
 * Steps `token`, `reach`, `number`, `account`, `app`, `secret`, `permissions`, `subscription`, `address` and `webhook`,
 * in the order in which they build on one another. The app secret is proved too: the app asks about the token in its
 * own name. A session makes the subscription and the webhook, so that neither is asked for before it.
 */
export function checkMeta(ctx: Context, { isKept }: CheckScope): Promise<Result> {
  return stepwise(async (at) => {
    const api = await at('token', () => cloudApi(ctx, 'waba'))
    const { version, businessAccountId, phoneNumberId } = api.config
    const number = await at('number', () => numberFacts(api, 'display_phone_number,verified_name', ctx.signal))
    const numbers = await at('account', () =>
      api.call({
        method: 'GET',
        path: `/${version}/${businessAccountId}/phone_numbers?fields=id&limit=500`,
        result: NumbersOfAccount,
        signal: ctx.signal,
      }),
    )
    if (!numbers.data.some(({ id }) => id === phoneNumberId))
      throw new Broken('account', 'NOT_IN_ACCOUNT', 'the number does not belong to this business account')
    await tokenSteps(ctx, api, at)
    if (isKept) await subscriptionStep(ctx, api, at)
    await deliverySteps(ctx, api, at, isKept)
    return [number.display_phone_number, number.verified_name].filter(Boolean).join(' · ') || phoneNumberId!
  })
}

/** Steps `key`, `reach`, `blocked`, `address` and `webhook`. */
export function checkDialog360(ctx: Context, { isKept }: CheckScope): Promise<Result> {
  return stepwise(async (at) => {
    const api = await at('key', () => cloudApi(ctx, 'waba360'))
    const { health_status: health } = await at('key', () =>
      api.call({ method: 'GET', path: '/health_status', result: HealthStatus, signal: ctx.signal }),
    )
    if (health.can_send_message === 'BLOCKED')
      throw new Broken('blocked', 'BLOCKED', 'WhatsApp has blocked sending for this number')
    await deliverySteps(ctx, api, at, isKept)
    // 360dialog tells ids alone, and these mean nothing to a person.
    return ctx.name
  })
}

type At = <T>(step: string, work: () => Promise<T>) => Promise<T>

/** Checks the owner and the scopes of a token. */
async function tokenSteps(ctx: Context, api: CloudApi, at: At): Promise<void> {
  const { appId } = api.config
  const [token, appSecret] = await Promise.all([ctx.secrets.get('accessToken'), ctx.secrets.get('appSecret')])
  const { data } = await at('secret', () =>
    api.call({
      method: 'GET',
      path: `/debug_token?${new URLSearchParams({ input_token: token ?? '' })}`,
      headers: { authorization: `Bearer ${appId}|${appSecret ?? ''}` },
      result: TokenFacts,
      signal: ctx.signal,
    }),
  )
  if (data.app_id !== undefined && data.app_id !== appId)
    throw new Broken('app', 'OTHER_APP', 'the token belongs to another app')
  const missing = data.scopes && neededScopes.filter((scope) => !data.scopes!.includes(scope))
  if (missing && missing.length > 0) throw new Broken('permissions', 'SCOPES', `the token lacks ${missing.join(', ')}`)
}

async function subscriptionStep({ signal }: Facts, api: CloudApi, at: At): Promise<void> {
  const { version, businessAccountId, appId } = api.config
  const path = `/${version}/${businessAccountId}/subscribed_apps`
  const apps = await at('subscription', () => api.call({ method: 'GET', path, result: SubscribedApps, signal }))
  if (!apps.data.some((app) => app.whatsapp_business_api_data?.id === appId))
    throw new Broken('subscription', 'NOT_SUBSCRIBED', 'the app does not listen to this business account')
}

/** Whether messages find their way here; before the settings are kept, whether they could. */
async function deliverySteps({ callbackUrl, signal }: Facts, api: CloudApi, at: At, isKept: boolean): Promise<void> {
  if (!callbackUrl) throw new Broken('address', 'NO_ADDRESS', 'this installation has no public address')
  if (!isKept) return
  const current = await at('webhook', () => webhookAt(api, signal))
  if (current !== callbackUrl.href)
    throw new Broken(
      'webhook',
      'ELSEWHERE',
      current === undefined || current === '' ? 'messages are delivered nowhere' : 'messages are delivered elsewhere',
    )
}

/** Names the step at which it ended. No answer is the same trouble at every step; so is a token that is refused. */
async function stepwise(work: (at: At) => Promise<string>): Promise<Result> {
  let step = 'reach'
  try {
    const identity = await work(async (name, ask) => {
      step = name
      return ask()
    })
    return { ok: true, identity }
  } catch (error) {
    if (error instanceof Broken) return { ok: false, step: error.step, error: error.error }
    if (!ChannelError.is(error)) throw error
    const isToken =
      step !== 'secret' && step !== 'key' && (error.code === '190' || error.code === '401' || error.code === 'NO_TOKEN')
    return { ok: false, step: error.kind === 'network' ? 'reach' : isToken ? 'token' : step, error }
  }
}
