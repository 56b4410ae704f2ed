import type * as z from 'zod'
import type { DraftAnswer, Flow } from '../../flows/flow.ts'
import type { Fault } from '../../graph/faults.ts'
import type { Graph } from '../../graph/graph.ts'
import { begun, changed, redone, undone, type History } from './history.ts'

/** After the last change, in milliseconds: typing is saved in one go. */
const restMs = 700
const retryMs = 5_000

/** `failed`: tried again by itself. `conflict`: somebody else kept another draft first. */
export type SaveState = 'saved' | 'saving' | 'failed' | 'conflict'

/** What the builder draws. */
export interface DraftSnapshot {
  readonly history: History<Graph>
  readonly faults: readonly Fault[]
  readonly state: SaveState
  /** The draft of somebody else, until one of the two is chosen. */
  readonly theirs: Flow['draft'] | undefined
}

type Put = (revision: number, graph: Graph) => Promise<z.output<typeof DraftAnswer>>

/** What travelled as JSON has no fields that are undefined. */
const faultsIn = (found: Flow['faults']): readonly Fault[] => found as readonly Fault[]

/**
 * The draft of a flow while it is edited: its history, and its saving by itself, one request at a time. A draft that
 * somebody else kept first is never overwritten unasked.
 */
export class DraftSaver {
  readonly #put: Put
  readonly #listeners = new Set<() => void>()
  #snapshot: DraftSnapshot
  #revision: number
  /** The graph that the server has. */
  #kept: Graph
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | undefined

  constructor({ draft, faults }: Pick<Flow, 'draft' | 'faults'>, put: Put) {
    this.#put = put
    this.#revision = draft.revision
    this.#kept = draft.graph
    this.#snapshot = { history: begun(draft.graph), faults: faultsIn(faults), state: 'saved', theirs: undefined }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly snapshot = (): DraftSnapshot => this.#snapshot

  readonly change = (graph: Graph): void => this.#move((history) => changed(history, graph))
  readonly undo = (): void => this.#move(undone)
  readonly redo = (): void => this.#move(redone)

  /** Saves what is not kept yet; answers the revision, or undefined where that did not succeed. */
  async flush(): Promise<number | undefined> {
    clearTimeout(this.#timer)
    while (this.#saving) await this.#saving
    if (this.#kept !== this.#snapshot.history.present && !this.#snapshot.theirs) await this.#save()
    return this.#kept === this.#snapshot.history.present ? this.#revision : undefined
  }

  /** Settles a conflict: goes on with theirs, or with what is here. */
  settle(choice: 'theirs' | 'mine'): void {
    const { theirs, history } = this.#snapshot
    if (!theirs) return
    this.#revision = theirs.revision
    if (choice === 'theirs') {
      this.#kept = theirs.graph
      this.#set({ theirs: undefined, state: 'saved', history: changed(history, theirs.graph) })
    } else {
      this.#set({ theirs: undefined })
      this.#saveLater(0)
    }
  }

  #move(step: (history: History<Graph>) => History<Graph>): void {
    this.#set({ history: step(this.#snapshot.history) })
    this.#saveLater(restMs)
  }

  #saveLater(afterMs: number): void {
    clearTimeout(this.#timer)
    if (!this.#snapshot.theirs) this.#timer = setTimeout(() => void this.flush(), afterMs)
  }

  async #save(): Promise<void> {
    const graph = this.#snapshot.history.present
    this.#set({ state: 'saving' })
    this.#saving = this.#put(this.#revision, graph)
      .then((answer) => {
        if (answer.outcome === 'conflict') return this.#set({ state: 'conflict', theirs: answer.draft })
        this.#revision = answer.revision
        this.#kept = graph
        return this.#set({ state: 'saved', faults: faultsIn(answer.faults) })
      })
      .catch(() => {
        this.#set({ state: 'failed' })
        this.#saveLater(retryMs)
      })
      .finally(() => {
        this.#saving = undefined
      })
    await this.#saving
  }

  #set(change: Partial<DraftSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
}
