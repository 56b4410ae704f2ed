import type { Findings } from './findings.ts'
import type { FaultNode } from './node.ts'
import { pause, type Observer } from './observer.ts'
import type { FaultScene } from './scene.ts'

const everyMs = 100
const probeEveryMs = 500
const path = '/tickets/?status[]=open&limit=20'

/** Reads through a balancer that asks each node twice a second whether it is ready, and sends nothing twice. */
export class Reads implements Observer {
  readonly #scene: FaultScene
  readonly #ready = new Set<FaultNode>()
  #running: Promise<unknown> | undefined
  #reads = 0
  #failed = 0
  #stopped = false

  constructor(scene: FaultScene) { this.#scene = scene }

  start(): void { this.#running = Promise.all([...this.#scene.nodes.map((node) => this.#probe(node)), this.#read()]) }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async findings(): Promise<Partial<Findings>> { return { reads: this.#reads, readsFailed: this.#failed } }

  async #probe(node: FaultNode): Promise<void> {
    while (!this.#stopped) {
      const answer = await fetch(`${node.base}/readyz`, { signal: AbortSignal.timeout(probeEveryMs) }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      if (answer?.status === 200) this.#ready.add(node)
      else this.#ready.delete(node)
      await pause(probeEveryMs)
    }
  }

  async #read(): Promise<void> {
    for (let turn = 0; !this.#stopped; turn++) {
      const node = [...this.#ready][turn % Math.max(1, this.#ready.size)]
      if (node) {
        const person = await this.#scene.person('supervisor', node.base)
        const answer = await person.call('GET', path).catch(() => undefined)
        this.#reads++
        if (answer?.status !== 200) this.#failed++
      }
      await pause(everyMs)
    }
  }
}
