import type { ConsumerStanding } from '@recado/contracts'
import type { NetworkStanding } from '../bus/bus.ts'
import { carrierName } from '../bus/transport.ts'
import type { AbleNode, StoredConsumer } from './standing.ts'

/** A duty of a consumer, as nodes name it. */
const dutyOf = (consumer: string): string => `consumer:${consumer}`
/** The relay also publishes the log to NATS, with a cursor of its own. */
const relay = 'relay'

/**
 * The node of each consumer. Consumers that no live node is able to run are left out: their plugin was removed or NATS
 * is not used any more, and nobody is to read on from their place.
 */
export function heldConsumers(
  consumers: readonly StoredConsumer[],
  nodes: readonly AbleNode[],
  network: NetworkStanding['state'],
): ConsumerStanding[] {
  return consumers.flatMap((consumer) => {
    const isCarrier = consumer.name === carrierName
    const duty = isCarrier ? relay : dutyOf(consumer.name)
    const isWanted = nodes.some(({ able }) => able.includes(duty)) && !(isCarrier && network === 'unused')
    return isWanted ? [{ ...consumer, node: nodes.find(({ duties }) => duties.includes(duty))?.name ?? null }] : []
  })
}
