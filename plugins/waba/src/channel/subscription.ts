import type { Secrets } from '@recado/sdk'
import type { CloudApi } from '../api/client.ts'
import { Done, WebhookSetting } from '../api/results.ts'
import { numberFacts } from '../number/facts.ts'
import { dialog360Header, dialog360Secret } from './dialog360-header.ts'

/** Field of a number at Meta: where its messages go. */
const setting = 'webhook_configuration'
const dialog360Path = '/v1/configs/webhook'

/**
 * Lets the provider deliver this number's messages to `callback`. Doing it twice does nothing more. At Meta the app has
 * to be subscribed to the account; the address is then set for the number alone, because one that is set for the
 * account would be taken away by the account's next number. Meta asks the address for the verification token at once.
 */
export async function takeWebhook(api: CloudApi, secrets: Secrets, callback: URL, signal: AbortSignal): Promise<void> {
  if (api.transport.provider === 'waba360') {
    const apiKey = (await secrets.get('apiKey')) ?? ''
    await api.call({
      path: dialog360Path,
      result: Done,
      json: { url: callback.href, headers: { [dialog360Header]: dialog360Secret(apiKey) } },
      signal,
    })
    return
  }
  const { version, businessAccountId } = api.config
  await api.call({ path: `/${version}/${businessAccountId}/subscribed_apps`, result: Done, json: {}, signal })
  // Setting it again would ask the address again, which a node that is just starting may not be able to answer yet.
  if ((await webhookAt(api, signal)) === callback.href) return
  await setNumberWebhook(
    api,
    { override_callback_uri: callback.href, verify_token: (await secrets.get('verifyToken')) ?? '' },
    signal,
  )
}

/**
 * The number falls back to what its account or its app says. Nothing is touched where somebody else has taken the
 * address meanwhile, and the app stays subscribed: the account's other numbers need it.
 */
export async function giveWebhookBack(api: CloudApi, callback: URL, signal: AbortSignal): Promise<void> {
  if ((await webhookAt(api, signal)) !== callback.href) return
  if (api.transport.provider === 'waba360')
    await api.call({ path: dialog360Path, result: Done, json: { url: '' }, signal })
  else await setNumberWebhook(api, { override_callback_uri: '' }, signal)
}

/** Current address of this number's deliveries; undefined when the provider does not answer it. */
export async function webhookAt(api: CloudApi, signal: AbortSignal): Promise<string | undefined> {
  if (api.transport.provider === 'waba360')
    return (await api.call({ method: 'GET', path: dialog360Path, result: WebhookSetting, signal })).url ?? undefined
  const { webhook_configuration: at } = await numberFacts(api, setting, signal)
  return at?.phone_number ?? at?.whatsapp_business_account ?? at?.application
}

const setNumberWebhook = (
  api: CloudApi,
  value: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<unknown> =>
  api.call({
    path: `/${api.config.version}/${api.config.phoneNumberId}`,
    result: Done,
    json: { [setting]: value },
    signal,
  })
