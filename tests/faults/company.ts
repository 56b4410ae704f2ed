import { Events } from './events.ts'
import { Jobs } from './jobs.ts'
import { pause, within, type Observer } from './observer.ts'
import { Reads } from './reads.ts'
import type { FaultScene } from './scene.ts'
import { Screens } from './screens.ts'
import { Sends } from './sends.ts'
import { Takeover } from './takeover.ts'

const readyWithinMs = 60_000
/** When the provider answers what it holds, after the beginning of a fault. */
const releaseAfterMs = 1_000

/** Everybody who works in a company beside its providers: agents who write, read and look, and a plugin. */
export class Company {
  /** Screens first: how soon they are equal counts from the end of the work. */
  readonly observers: readonly Observer[]
  readonly #scene: FaultScene
  readonly #screens: Screens
  readonly #sends: Sends

  constructor(scene: FaultScene, tag: string) {
    this.#scene = scene
    this.#screens = new Screens(scene)
    this.#sends = new Sends(scene, tag)
    this.observers = [this.#screens, this.#sends, new Events(scene, tag), new Jobs(scene), new Reads(scene)]
  }

  /** Resolves when all look and a send is under way on every connection. */
  async isReady(): Promise<void> {
    if (!(await within(readyWithinMs, () => this.#screens.areLive))) throw new Error('not every screen was loaded')
    await this.#sends.hold()
  }

  /** To be called right before a fault: what is under way is answered a moment after. */
  async takeover(): Promise<Takeover> {
    const takeover = await Takeover.before(this.#scene, this.#sends)
    void pause(releaseAfterMs).then(() => this.#scene.provider.release())
    return takeover
  }
}
