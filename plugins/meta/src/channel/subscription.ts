import type { Secrets } from '@recado/sdk'
import type { MetaApi } from '../api/client.ts'
import { Done, SubscribedApps, Subscriptions } from '../api/results.ts'

/**
 * Lets Meta deliver what concerns this account to `callback`: the app gets the address, for all accounts of its kind,
 * and the account is subscribed to the app. Meta asks the address for the verification token at once. Doing it twice
 * does nothing more.
 */
export async function takeWebhook(api: MetaApi, secrets: Secrets, callback: URL, signal: AbortSignal): Promise<void> {
  const { facts, config } = api
  const fields = facts.fields.join(',')
  if ((await webhookAt(api, signal)) !== callback.href)
    await api.call({
      path: `/${config.appId}/subscriptions`,
      asApp: true,
      json: {
        object: facts.object,
        callback_url: callback.href,
        verify_token: (await secrets.get('verifyToken')) ?? '',
        fields,
        include_values: true,
      },
      result: Done,
      signal,
    })
  await api.call({
    path: `/${config.accountId}/subscribed_apps?subscribed_fields=${encodeURIComponent(fields)}`,
    result: Done,
    signal,
  })
}

/** Takes the account from the app, and the address where it is still ours: another account may use it by now. */
export async function giveWebhookBack(api: MetaApi, callback: URL, signal: AbortSignal): Promise<void> {
  const { facts, config } = api
  await api.call({ method: 'DELETE', path: `/${config.accountId}/subscribed_apps`, result: Done, signal })
  if ((await webhookAt(api, signal)) !== callback.href) return
  await api.call({
    method: 'DELETE',
    path: `/${config.appId}/subscriptions?object=${facts.object}`,
    asApp: true,
    result: Done,
    signal,
  })
}

/** Where the app's webhooks for accounts of this kind go now. */
export async function webhookAt({ facts, config, call }: MetaApi, signal: AbortSignal): Promise<string | undefined> {
  const { data } = await call({
    method: 'GET',
    path: `/${config.appId}/subscriptions`,
    asApp: true,
    result: Subscriptions,
    signal,
  })
  return data.find(({ object, active }) => object === facts.object && active !== false)?.callback_url
}

export async function isSubscribed({ config, call }: MetaApi, signal: AbortSignal): Promise<boolean> {
  const path = `/${config.accountId}/subscribed_apps`
  const { data } = await call({ method: 'GET', path, result: SubscribedApps, signal })
  return data.some(({ id, subscribed_fields: fields }) =>
    id === undefined ? fields.includes('messages') : id === config.appId,
  )
}
