import type { Fault } from './faults.ts'
import type { Figure } from './findings.ts'
import type { Weakening } from './node.ts'
import type { FaultScene } from './scene.ts'

/** A guard of the product that is taken out, the fault that it guards against, and the figure that has to show it. */
export interface Control {
  readonly name: string
  readonly weakening: Weakening
  readonly fault: Fault['name']
  readonly shows: Figure
  /** A condition that a function of the database goes without, too. */
  readonly unchecked?: { readonly function: string; readonly condition: string }
}

/** @param by the module in its place, where that has another name */
const without = (path: string, by = path.split('/').at(-1)): Weakening => ({
  module: `core/src/${path}`,
  by: `tests/faults/weakened/${by}`,
})

/** The quickest one, tried by every run of the suite. */
export const shortControl: Control = {
  name: 'messages are accepted before they are stored',
  weakening: without('channels/inbound.ts'),
  fault: 'node is killed',
  shows: 'lost',
}

export const controls: readonly Control[] = [
  {
    name: 'messages are not known again',
    weakening: without('channels/inbound-store.ts'),
    fault: 'database says nothing for 15 s',
    shows: 'doubled',
  },
  {
    name: 'what the provider answered is not written later',
    weakening: without('db/database-down.ts'),
    fault: 'database restarts at once',
    shows: 'unsettled',
  },
  {
    name: 'screens are not told that they missed something',
    weakening: without('realtime/tenant-hub.ts'),
    fault: 'NATS is killed',
    shows: 'screensDiffering',
  },
  {
    name: 'failures of recurring work are not caught',
    weakening: without('jobs/recurring.ts'),
    fault: 'database restarts in order',
    shows: 'deaths',
  },
  {
    name: 'what is under way is not waited for',
    weakening: without('closing.ts'),
    fault: 'node is stopped',
    shows: 'unknown',
  },
  {
    name: 'a send is repeated although the provider does not recognise it',
    weakening: without('channels/sessions.ts'),
    fault: 'node is killed',
    shows: 'sentTwice',
  },
  {
    name: 'a node learns late that it lost its connections, and nothing asks whether it has them',
    weakening: without('channels/sessions.ts', 'late-sessions.ts'),
    unchecked: { function: 'core.claim_deliveries', condition: ' and c.leased_by = p_node' },
    fault: 'node stands still for 15 s',
    shows: 'strays',
  },
]

/** Starts the scene's nodes without the guard. Answers how the database gets its own back. */
export async function weaken(
  { cluster, startNodes }: FaultScene,
  { weakening, unchecked }: Control,
): Promise<() => Promise<void>> {
  const { owner } = cluster
  await startNodes(weakening)
  if (!unchecked) return async () => undefined
  const [sound] = await owner<{ text: string }[]>`select pg_get_functiondef(${unchecked.function}::regproc) as text`
  const weakened = sound!.text.replace(unchecked.condition, '')
  if (weakened === sound!.text) throw new Error(`${unchecked.function} does not ask for${unchecked.condition}`)
  await owner.unsafe(weakened)
  return async () => void (await owner.unsafe(sound!.text))
}
