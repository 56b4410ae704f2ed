import type { Fault } from './faults.ts'
import type { Figure } from './findings.ts'
import type { Weakening } from './node.ts'

/** A guard of the product that is taken out, the fault that it guards against, and the figure that has to show it. */
export interface Control {
  readonly name: string
  readonly weakening: Weakening
  readonly fault: Fault['name']
  readonly shows: Figure
}

const without = (path: string): Weakening => ({ module: `core/src/${path}`, by: `tests/faults/weakened/${path.split('/').at(-1)}` })

/** The quickest one, tried by every run of the suite. */
export const shortControl: Control = {
  name: 'messages are accepted before they are stored', weakening: without('channels/inbound.ts'),
  fault: 'node is killed', shows: 'lost',
}

export const controls: readonly Control[] = [
  {
    name: 'messages are not known again', weakening: without('channels/inbound-store.ts'),
    fault: 'database says nothing for 15 s', shows: 'doubled',
  },
  {
    name: 'what the provider answered is not written later', weakening: without('db/database-down.ts'),
    fault: 'database restarts at once', shows: 'unsettled',
  },
  {
    name: 'screens are not told that they missed something', weakening: without('realtime/tenant-hub.ts'),
    fault: 'NATS is killed', shows: 'screensDiffering',
  },
  {
    name: 'failures of recurring work are not caught', weakening: without('jobs/recurring.ts'),
    fault: 'database restarts in order', shows: 'deaths',
  },
  {
    name: 'jobs are not waited for', weakening: without('jobs/graphile-jobs.ts'),
    fault: 'node is stopped', shows: 'begunTwice',
  },
]
