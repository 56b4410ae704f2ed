import type { GlobalSettingValues } from '@recado/contracts'
import type { Deliveries } from './delivery.ts'

/** Ways of beginning to send. Every mode writes the outbox first, so none of them can lose a message (reading 67). */
export type DeliveryMode = GlobalSettingValues['deliveryMode']

/** Much less than a request may last: a slow provider must not hold the screen of who writes. Milliseconds. */
const longestWaitMs = 5_000

/**
 * Starts sending after messages were stored. `queue` (S9-077) and `rabbitmq` (S9-079, served by the bus in use) leave
 * it to the lane; `direct` (S9-078) waits for the first attempt, so that the answer already has the outcome.
 */
export function deliverBy(
  mode: () => Promise<DeliveryMode>,
  deliveries: () => Pick<Deliveries, 'poke' | 'attemptNow'>,
) {
  return async (connectionId: string, messageIds: readonly string[]): Promise<void> => {
    // A stored message is sent even if this fails.
    const wanted = await mode().catch((): DeliveryMode => 'queue')
    if (wanted === 'direct') await deliveries().attemptNow(connectionId, messageIds, longestWaitMs)
    else deliveries().poke(connectionId)
  }
}
