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
  readonly #reads: Promise<void>[] = []
  #running: Promise<unknown> | undefined
  #failed = 0
  #stopped = false

  constructor(scene: FaultScene) {
    this.#scene = scene
  }

  start(): void {
    this.#running = Promise.all([...this.#scene.nodes.map((node) => this.#probe(node)), this.#begin()])
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
    await Promise.all(this.#reads)
  }

  async findings(): Promise<Partial<Findings>> {
    return { reads: this.#reads.length, readsFailed: this.#failed }
  }

  async #probe(node: FaultNode): Promise<void> {
    while (!this.#stopped) {
      const answer = await fetch(`${node.base}/readyz`, { signal: AbortSignal.timeout(probeEveryMs) }).catch(
        () => undefined,
      )
      await answer?.arrayBuffer().catch(() => undefined)
      if (answer?.status === 200) this.#ready.add(node)
      else this.#ready.delete(node)
      await pause(probeEveryMs)
    }
  }

  async #begin(): Promise<void> {
    for (let turn = 0; !this.#stopped; turn++) {
      const node = [...this.#ready][turn % Math.max(1, this.#ready.size)]
      if (node) this.#reads.push(this.#read(node))
      await pause(everyMs)
    }
  }

  async #read({ base }: FaultNode): Promise<void> {
    const person = await this.#scene.person('supervisor', base)
    const answer = await person.call('GET', path).catch(() => undefined)
    if (answer?.status !== 200) this.#failed++
  }
}
