import type { FaultNode } from './node.ts'
import type { Findings } from './findings.ts'

/** A node that is gone, for good or for a while. */
export interface Loss {
  readonly node: FaultNode
  readonly process: number
  readonly at: number
}

/** What a fault did to the nodes, for whoever judges what became of their work. Times as of `performance.now()`. */
export interface Aftermath {
  /** Nodes that were killed or stopped where they stood, without a chance to write what they knew. */
  readonly losses: readonly Loss[]
  /** Since when each node that runs could have worked again. */
  readonly since: ReadonlyMap<FaultNode, number>
}

/**
 * Somebody who works with the product from outside while a fault happens, and finds out afterwards what became of it.
 */
export interface Observer {
  start(): void
  /** Ends the work; what is under way may end. */
  stop(): Promise<void>
  /** Waits for what has to follow by itself. Called after {@link stop}. */
  findings(aftermath: Aftermath): Promise<Partial<Findings>>
  /** What was found, for a person who looks for the reason. */
  readonly details?: readonly string[]
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Looks again until it holds or the time is over, and answers which. */
export async function within(ms: number, look: () => boolean | Promise<boolean>, everyMs = 50): Promise<boolean> {
  for (const until = performance.now() + ms; ; await pause(everyMs)) {
    if (await look()) return true
    if (performance.now() > until) return false
  }
}

/** How many of a list are there already. */
export const repeated = (list: readonly string[]): number => list.length - new Set(list).size

/** How many do not come after all that are before them. */
export function outOfOrder(numbers: readonly number[]): number {
  let highest = -Infinity
  let count = 0
  for (const number of numbers) {
    if (number < highest) count++
    else highest = number
  }
  return count
}
