import type { NodeDeparture } from '@recado/contracts'
import type { Clock } from '../base/clock.ts'
import type { Membership } from '../nodes/membership.ts'

/** The latest are remembered. */
const remembered = 20

/** Remembers which nodes went since this one began: the list of the nodes holds only those that are there. */
export class NodeDepartures {
  readonly #nodes: Pick<Membership, 'nodes' | 'onChanged'>
  readonly #clock: Clock
  readonly #leave: () => void
  #known: ReadonlyMap<string, boolean>
  #latest: NodeDeparture[] = []

  constructor(nodes: Pick<Membership, 'nodes' | 'onChanged'>, clock: Clock) {
    this.#nodes = nodes
    this.#clock = clock
    this.#known = this.#seen()
    this.#leave = nodes.onChanged(() => this.#look())
  }

  /** The latest first. */
  latest(): NodeDeparture[] {
    return this.#latest
  }

  close(): void {
    this.#leave()
  }

  /** By name: whether it had said that it stops. */
  #seen(): ReadonlyMap<string, boolean> {
    return new Map(this.#nodes.nodes().map(({ name, draining }) => [name, draining]))
  }

  #look(): void {
    const now = this.#seen()
    const at = this.#clock.now().toISOString()
    const gone = [...this.#known]
      .filter(([name]) => !now.has(name))
      .map(([name, announced]) => ({ name, at, announced }))
    this.#latest = [...gone, ...this.#latest].slice(0, remembered)
    this.#known = now
  }
}
