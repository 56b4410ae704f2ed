import { socketReconnection } from '@recado/contracts'
import type { Findings } from './findings.ts'
import { within, type Aftermath, type Observer } from './observer.ts'
import type { FaultScene } from './scene.ts'
import { Screen } from './screen.ts'

/** When screens that differ are counted, after the end of all work; and how long they are looked at in all. */
const countedAfterMs = 5_000
const lookedAtMs = 15_000
const lookEveryMs = 100
/**
 * A screen whose nodes were all away tries to connect after pauses that the specification gives; half as much again.
 */
const connectedWithinMs = socketReconnection.delayMax * 1.5

/** Agents who look at the list of conversations, one on each node, and are told of changes by pushes alone. */
export class Screens implements Observer {
  readonly #scene: FaultScene
  details: readonly string[] = []
  #screens: Screen[] = []

  constructor(scene: FaultScene) {
    this.#scene = scene
  }

  start(): void {
    const { nodes, tenant } = this.#scene
    this.#screens = nodes.map((node) => new Screen(node, tenant.id, () => this.#scene.person('supervisor', node.base)))
  }

  async stop(): Promise<void> {
    /* They go on looking. */
  }

  /** Whether all have loaded. */
  get areLive(): boolean {
    return this.#screens.every((screen) => screen.isLive)
  }

  async findings({ since }: Aftermath): Promise<Partial<Findings>> {
    const living = this.#screens.filter(({ node }) => since.has(node))
    await within(connectedWithinMs, () => living.every((screen) => screen.isLive), lookEveryMs)
    const began = performance.now()
    const areEqual = async (): Promise<boolean> => (await differences(living)).length === 0
    const screensDiffering = (await within(countedAfterMs, areEqual, lookEveryMs))
      ? 0
      : (await differences(living)).length
    await within(lookedAtMs - countedAfterMs, areEqual, lookEveryMs)
    const screensMs = performance.now() - began
    this.details = await differences(living)
    for (const screen of this.#screens) screen.close()
    return { screensDiffering, screensMs }
  }
}

async function differences(screens: readonly Screen[]): Promise<string[]> {
  const pairs = await Promise.all(
    screens.map(async (screen) => ({ stored: await screen.fresh(), shown: screen.shown })),
  )
  return pairs.flatMap(({ stored, shown }, index) =>
    Object.entries(stored).flatMap(([id, { unread, last }]) => {
      const seen = shown[id]
      if (seen?.unread === unread && seen.last === last) return []
      return (
        `screen ${index + 1} shows ${JSON.stringify(seen)} for ticket ${id}, stored is ` +
        `${JSON.stringify(stored[id])}`
      )
    }),
  )
}
