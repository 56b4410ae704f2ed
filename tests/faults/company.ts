import { Events } from './events.ts'
import { Holders } from './holders.ts'
import { Jobs } from './jobs.ts'
import { pause, within, type Aftermath, type Loss, type Observer } from './observer.ts'
import { Reads } from './reads.ts'
import type { FaultScene } from './scene.ts'
import { Screens } from './screens.ts'
import { Sends } from './sends.ts'
import { takeover, type Times } from './takeover.ts'

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
  readonly #takeovers: Promise<Times>[] = []
  #holders: Holders | undefined

  constructor(scene: FaultScene, tag: string) {
    this.#scene = scene
    this.#screens = new Screens(scene)
    this.#sends = new Sends(scene, tag)
    this.observers = [this.#screens, this.#sends, new Events(scene, tag), new Jobs(scene), new Reads(scene)]
  }

  /** Resolves when all look and a send is under way on every connection: those are answered a moment after. */
  async prepare(): Promise<void> {
    if (!(await within(readyWithinMs, () => this.#screens.areLive))) throw new Error('not every screen was loaded')
    await this.#sends.hold()
    this.#holders = await Holders.watch(this.#scene)
    void pause(releaseAfterMs).then(() => this.#scene.provider.release())
  }

  /** A node was lost this moment: somebody has to take over from it. */
  lose(loss: Loss): void {
    const { testimonies } = this.#scene
    this.#takeovers.push(takeover(loss, { holders: this.#holders!, sends: this.#sends, testimonies }))
  }

  /** Waits for those who take over. Of two that were lost at once nobody does but themselves. */
  async takeovers(): Promise<Times> {
    const times = await Promise.allSettled(this.#takeovers)
    if (times.length !== 1) return {}
    if (times[0]!.status === 'rejected') throw times[0]!.reason
    return times[0]!.value
  }

  /** Called at the end of all work. */
  async strays({ losses }: Aftermath): Promise<ReturnType<Holders['strays']>> {
    await this.#holders!.stop()
    return this.#holders!.strays(losses)
  }
}
