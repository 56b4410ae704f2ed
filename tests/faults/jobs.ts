import { randomUUID } from 'node:crypto'
import type { Findings } from './findings.ts'
import type { FaultNode } from './node.ts'
import { pause, within, type Observer } from './observer.ts'
import type { FaultScene } from './scene.ts'

/** Between two jobs that are given to one node. */
const everyMs = 500
/** Longer than the pause between two, so that some are always under way. */
const jobMs = 1_000
/**
 * A job of a lost node is taken by another one after two looks at it, and one that failed is tried again after a pause.
 */
const endedWithinMs = 30_000

/** Jobs of a plugin that count when they begin and when they have ended. */
export class Jobs implements Observer {
  readonly #scene: FaultScene
  readonly #accepted: string[] = []
  #from = 0
  #ordering: Promise<unknown> | undefined
  #stopped = false

  constructor(scene: FaultScene) {
    this.#scene = scene
  }

  start(): void {
    this.#from = this.#scene.testimonies.all.length
    this.#ordering = Promise.all(this.#scene.nodes.map((node) => this.#order(node)))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#ordering
  }

  async findings(): Promise<Partial<Findings>> {
    const jobsOf = (about: 'begun' | 'ended'): string[] =>
      this.#scene.testimonies.all.slice(this.#from).flatMap((said) => (said.about === about ? [said.job] : []))
    const left = (): number => {
      const ended = new Set(jobsOf('ended'))
      return this.#accepted.filter((job) => !ended.has(job)).length
    }
    await within(endedWithinMs, () => left() === 0)
    const begun = jobsOf('begun')
    return {
      jobs: this.#accepted.length,
      jobsLost: left(),
      begunTwice: this.#accepted.filter((job) => begun.indexOf(job) !== begun.lastIndexOf(job)).length,
    }
  }

  async #order({ base }: FaultNode): Promise<void> {
    while (!this.#stopped) {
      const id = randomUUID()
      const person = await this.#scene.person('supervisor', base)
      const answer = await person.call('POST', '/p/witness/work', { id, ms: jobMs }).catch(() => undefined)
      // Of one that was not answered nobody knows whether it is stored.
      if (answer?.status === 202) this.#accepted.push(id)
      await pause(everyMs)
    }
  }
}
