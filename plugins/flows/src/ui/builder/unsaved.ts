import * as z from 'zod'
import { FlowComment, FlowEdge, FlowGroup, FlowNode, FlowSettings, GraphId, type Graph } from '../../graph/graph.ts'

/** A graph that may have more than the server keeps. */
const LargeGraph = z.object({
  nodes: z.array(FlowNode),
  edges: z.array(FlowEdge),
  comments: z.array(FlowComment),
  groups: z.array(FlowGroup.extend({ nodes: z.array(GraphId) })),
  settings: FlowSettings,
})
const Kept = z.object({ page: z.string(), base: LargeGraph, mine: LargeGraph })

/** A draft that the server does not have: what it was made from, and what it has become. */
export interface UnsavedDraft {
  readonly base: Graph
  readonly mine: Graph
}

/**
 * Keeps the draft that could not be saved in this browser, for one user and one flow, until it is saved: the next
 * opening of the builder goes on with it. Of several pages the one that was opened last has it. What cannot be read is
 * as if it was not there.
 */
export class UnsavedStore {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly #key: string
  readonly #page: string

  /** `page` names the page that has the flow open. */
  constructor(
    storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
    userId: string,
    flowId: string,
    page: string,
  ) {
    this.#storage = storage
    this.#key = `recado.flows.unsaved.${userId}.${flowId}`
    this.#page = page
  }

  /** What another page left; this one has it from now on. */
  take(): UnsavedDraft | undefined {
    const kept = this.#read()
    if (kept) this.write(kept)
    return kept
  }

  /** Whether the draft is kept: not where the browser has no room for it. */
  write({ base, mine }: UnsavedDraft): boolean {
    try {
      this.#storage.setItem(this.#key, JSON.stringify({ page: this.#page, base, mine }))
      return true
    } catch {
      return false
    }
  }

  /** Whether what is kept is of this page. */
  isOwn(): boolean {
    return this.#read()?.page === this.#page
  }

  /** Forgets what this page has kept. */
  clear(): void {
    if (this.isOwn()) this.#storage.removeItem(this.#key)
  }

  #read(): z.output<typeof Kept> | undefined {
    try {
      return Kept.safeParse(JSON.parse(this.#storage.getItem(this.#key) ?? 'null')).data
    } catch {
      return undefined
    }
  }
}
