import { randomBytes } from 'node:crypto'
import type { Duties } from '../nodes/duty.ts'
import { Membership } from '../nodes/membership.ts'
import type { EventBus } from './bus.ts'
import { createBus, type BusOptions } from './event-bus.ts'

/** Options of a bus in a test. */
export interface BusOfTest extends Omit<BusOptions, 'nodes'> {
  /** The relay is left to the other nodes. */
  readonly consumesOnly?: boolean
  /** True for the only node of its database; see {@link Membership}. */
  readonly alone?: boolean
}

/** A bus on a node of its own, which ends with it. */
export async function busOfTest({ consumesOnly = false, alone = false, ...options }: BusOfTest): Promise<EventBus> {
  const name = `node-${randomBytes(6).toString('hex')}`
  const membership = await Membership.join({ pool: options.db.raw, name, version: '0.0.0', log: options.log, alone })
  const keep: Duties['keep'] = async (duty, work) =>
    consumesOnly && duty === 'relay' ? { release: () => Promise.resolve() } : membership.keep(duty, work)
  const bus = await createBus({
    ...options,
    nodes: { keep, onReconnected: (listener) => membership.onReconnected(listener) },
  })
  return {
    ...bus,
    async close() {
      await bus.close()
      await membership.close()
    },
  }
}
