import * as z from 'zod'
import type { HubApi } from '../api/client.ts'
import { proofHeader, proofOf } from './proof.ts'

const eventTypes = ['MESSAGE', 'MESSAGE_STATUS'] as const
const conflict = 409

const Subscription = z.object({
  id: z.coerce.string(),
  eventType: z.string(),
  webhook: z.object({ url: z.string() }),
  criteria: z.object({ channel: z.string() }).catch({ channel: '' }),
  status: z.string().optional().catch(undefined),
})
const Subscriptions = z
  .array(z.unknown())
  .transform((list) => list.flatMap((entry) => Subscription.safeParse(entry).data ?? []))
const Done = z.unknown()

/** What the hub delivers of this channel to `callback` now. */
async function subscribed({ call, config }: HubApi, callback: URL, signal: AbortSignal) {
  const all = await call({ method: 'GET', path: '/v1/subscriptions', result: Subscriptions, signal })
  return all.filter(
    ({ webhook, criteria, status }) =>
      webhook.url === callback.href && criteria.channel === config.channelId && status !== 'INACTIVE',
  )
}

export const isSubscribed = async (api: HubApi, callback: URL, signal: AbortSignal): Promise<boolean> => {
  const found = await subscribed(api, callback, signal)
  return eventTypes.every((type) => found.some(({ eventType }) => eventType === type))
}

/** Lets the hub deliver messages and their states here. Doing it twice does nothing more. */
export async function subscribe(api: HubApi, callback: URL, signal: AbortSignal): Promise<void> {
  const found = await subscribed(api, callback, signal)
  for (const eventType of eventTypes) {
    if (found.some((one) => one.eventType === eventType)) continue
    await api.call({
      path: '/v1/subscriptions',
      json: {
        eventType,
        webhook: { url: callback.href, headers: { [proofHeader]: proofOf(api.token) } },
        criteria: { channel: api.config.channelId, ...(eventType === 'MESSAGE' && { direction: 'IN' }) },
        status: 'ACTIVE',
      },
      accept: [conflict],
      result: Done,
      signal,
    })
  }
}

export async function unsubscribe(api: HubApi, callback: URL, signal: AbortSignal): Promise<void> {
  for (const { id } of await subscribed(api, callback, signal))
    await api.call({
      method: 'DELETE',
      path: `/v1/subscriptions/${encodeURIComponent(id)}`,
      accept: [404],
      result: Done,
      signal,
    })
}
