import type { Findings } from './findings.ts'
import type { End, FaultNode } from './node.ts'
import type { Aftermath, Loss } from './observer.ts'

/** What happens to the nodes in the course of a fault, as the fault itself tells it. */
export class Course implements Aftermath {
  readonly losses: Loss[] = []
  readonly since = new Map<FaultNode, number>()
  readonly #onLoss: (loss: Loss) => void
  #end: End | undefined

  constructor(onLoss: (loss: Loss) => void) {
    this.#onLoss = onLoss
  }

  /** These nodes work on all the time, or can work again from now on. */
  works(...nodes: readonly FaultNode[]): void {
    for (const node of nodes) this.since.set(node, performance.now())
  }

  /** The process of a node was killed, or stopped where it stood, this very moment. */
  lose(node: FaultNode): void {
    const loss = { node, process: node.pid, at: performance.now() }
    this.losses.push(loss)
    this.#onLoss(loss)
  }

  /** A node was asked to end, and has. */
  ended(end: End): void {
    this.#end = end
  }

  /** The fault is over: whatever runs can work. */
  over(nodes: readonly FaultNode[]): void {
    this.works(...nodes.filter((node) => node.isRunning && !this.since.has(node)))
  }

  /** How the node ended that was asked to. */
  get findings(): Pick<Findings, 'exitMs' | 'exitCode'> {
    return this.#end ? { exitMs: this.#end.ms, exitCode: this.#end.code ?? 255 } : {}
  }
}
