import type { Findings } from './findings.ts'
import { within, type Aftermath, type Observer } from './observer.ts'
import type { FaultScene } from './scene.ts'
import { Screen, type Shown } from './screen.ts'

/** When screens that differ are counted, after the end of all work; and how long they are looked at in all. */
const countedAfterMs = 5_000
const lookedAtMs = 15_000
const lookEveryMs = 100

/** Agents who look at the list of conversations, one on each node, and are told of changes by pushes alone. */
export class Screens implements Observer {
  readonly #scene: FaultScene
  #screens: Screen[] = []

  constructor(scene: FaultScene) { this.#scene = scene }

  start(): void {
    const { nodes, tenant } = this.#scene
    this.#screens = nodes.map((node) => new Screen(node, tenant.id, () => this.#scene.person('supervisor', node.base)))
  }

  async stop(): Promise<void> { /* They go on looking. */ }

  /** Whether all have loaded. */
  get areLive(): boolean { return this.#screens.every((screen) => screen.isLive) }

  async findings({ since }: Aftermath): Promise<Partial<Findings>> {
    const living = this.#screens.filter(({ node }) => since.has(node))
    const began = performance.now()
    const differing = async (): Promise<number> => {
      const pairs = await Promise.all(living.map(async (screen) => ({ stored: await screen.fresh(), shown: screen.shown })))
      return pairs.reduce((sum, { stored, shown }) => sum + difference(stored, shown), 0)
    }
    const areEqual = async (): Promise<boolean> => (await differing()) === 0
    const screensDiffering = (await within(countedAfterMs, areEqual, lookEveryMs)) ? 0 : await differing()
    await within(lookedAtMs - countedAfterMs, areEqual, lookEveryMs)
    const screensMs = performance.now() - began
    for (const screen of this.#screens) screen.close()
    return { screensDiffering, screensMs }
  }
}

const difference = (stored: Shown, shown: Shown): number =>
  Object.entries(stored).filter(([id, { unread, last }]) => shown[id]?.unread !== unread || shown[id].last !== last).length
