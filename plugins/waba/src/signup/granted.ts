import { ChannelError, type PluginContext } from '@recado/sdk'
import * as z from 'zod'
import { callsOf, type CallApi } from '../api/client.ts'
import { Done, words } from '../api/results.ts'
import { refusal } from '../errors.ts'
import { signupVersion, type SignupApp } from './dialog.ts'

const Token = z.object({ access_token: z.string().min(20).max(1_000) })
const Granted = z.object({
  data: z.object({
    is_valid: z.boolean().optional().catch(undefined),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.coerce.string()).optional().catch(undefined) }))
      .default([])
      .catch([]),
  }),
})
const Numbers = z.object({
  data: z.array(
    z.object({
      id: z.coerce.string().regex(/^\d{5,25}$/),
      display_phone_number: words,
      verified_name: words,
      is_on_biz_app: z.boolean().optional().catch(undefined),
      status: words,
      webhook_configuration: z.object({ phone_number: words }).optional().catch(undefined),
    }),
  ),
})
const numberFields = 'id,display_phone_number,verified_name,is_on_biz_app,status,webhook_configuration'

/** A number that the person has shared with the app. */
export interface GrantedNumber {
  readonly id: string
  readonly businessAccountId: string
  readonly phone: string | undefined
  readonly name: string | undefined
  /** Whether it is used in the Business app as well: then it is registered already. */
  readonly isOnBusinessApp: boolean
  readonly isRegistered: boolean
  /** Where its messages go by themselves; undefined for nowhere. */
  readonly deliversTo: string | undefined
}
export interface Grant {
  readonly accessToken: string
  readonly call: CallApi
  readonly numbers: readonly GrantedNumber[]
}
type Ctx = Pick<PluginContext, 'fetch' | 'signal'>

/**
 * Exchanges the code of the dialog for the company's token, and reads what was shared with it.
 * @throws Refusal ERR_WABA_SIGNUP_CODE, ERR_WABA_SIGNUP_NO_NUMBER; ChannelError where Meta fails
 */
export async function redeem({ fetch, signal }: Ctx, app: SignupApp, appSecret: string, code: string): Promise<Grant> {
  const { access_token: accessToken } = await exchanged(callsOf(fetch, app.root, {}), app, appSecret, code, signal)
  const asApp = callsOf(fetch, app.root, { authorization: `Bearer ${app.appId}|${appSecret}` })
  const { data } = await asApp({
    method: 'GET',
    path: `/debug_token?${new URLSearchParams({ input_token: accessToken })}`,
    result: Granted,
    signal,
  })
  const accounts = data.granular_scopes.find(({ scope }) => scope === 'whatsapp_business_management')?.target_ids ?? []
  const call = callsOf(fetch, app.root, { authorization: `Bearer ${accessToken}` })
  const numbers: GrantedNumber[] = []
  for (const businessAccountId of new Set(accounts)) {
    const account = encodeURIComponent(businessAccountId)
    const path = `/${signupVersion}/${account}/phone_numbers?fields=${numberFields}&limit=100`
    const found = await call({ method: 'GET', path, result: Numbers, signal })
    numbers.push(
      ...found.data.map((number) => ({
        id: number.id,
        businessAccountId,
        phone: number.display_phone_number,
        name: number.verified_name,
        isOnBusinessApp: number.is_on_biz_app === true,
        isRegistered: number.status === 'CONNECTED',
        deliversTo: number.webhook_configuration?.phone_number || undefined,
      })),
    )
  }
  if (numbers.length === 0) throw refusal('ERR_WABA_SIGNUP_NO_NUMBER')
  return { accessToken, call, numbers }
}

async function exchanged(
  call: CallApi,
  { appId, returnTo }: SignupApp,
  appSecret: string,
  code: string,
  signal: AbortSignal,
): Promise<z.output<typeof Token>> {
  try {
    return await call({
      path: `/${signupVersion}/oauth/access_token`,
      result: Token,
      json: {
        client_id: appId,
        client_secret: appSecret,
        redirect_uri: returnTo.href,
        grant_type: 'authorization_code',
        code,
      },
      signal,
    })
  } catch (error) {
    // Meta refuses a code that is too old, was used, or was made for another address with code 100.
    if (ChannelError.is(error) && error.code === '100')
      throw refusal('ERR_WABA_SIGNUP_CODE', { detail: error.message }, { cause: error })
    throw error
  }
}

/** Registers a number that is not used in the Business app, with a PIN for its two-step verification. */
export const register = (call: CallApi, number: string, pin: string, signal: AbortSignal): Promise<unknown> =>
  call({
    path: `/${signupVersion}/${number}/register`,
    result: Done,
    json: { messaging_product: 'whatsapp', pin },
    signal,
  })
