import type { NetworkStanding } from '../bus/bus.ts'
import { withTimeLimit } from '../base/time-limit.ts'
import type { Operations } from './operations.ts'

/** Information of `/readyz` beside its checks. None of it makes a node unready; null: it could not be read. */
export interface ReadinessInformation {
  readonly nats: NetworkStanding['state']
  /** The store of files; null: it does not say. */
  readonly files: 'up' | 'down' | null
  /** Age of the oldest event that a consumer has not taken care of. Seconds. */
  readonly eventsLag: number | null
  /** Age of the oldest event that waits for the relay. Seconds. */
  readonly outboxAge: number | null
  /** Sessions that are open on this node. */
  readonly sessions: number
}

/** A probe does not wait for what does not decide. */
const readWithinMs = 1_000

export function readinessInformation({
  operations,
  openSessions,
  filesAreUp,
}: {
  readonly operations: Pick<Operations, 'bus' | 'outbox' | 'network'>
  openSessions(): number
  filesAreUp(): Promise<boolean>
}): () => Promise<ReadinessInformation> {
  const read = <T>(reading: () => Promise<T>): Promise<T | null> =>
    withTimeLimit(readWithinMs, undefined, reading).catch(() => null)
  return async () => {
    const [bus, outbox, areUp] = await Promise.all([
      read(() => operations.bus()),
      read(() => operations.outbox()),
      read(filesAreUp),
    ])
    return {
      nats: operations.network().state,
      files: areUp === null ? null : areUp ? 'up' : 'down',
      sessions: openSessions(),
      outboxAge: outbox && rounded(outbox.seconds),
      eventsLag: bus && rounded(Math.max(0, ...bus.consumers.map(({ lagSeconds }) => lagSeconds))),
    }
  }
}

const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000
