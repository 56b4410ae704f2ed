import type * as z from 'zod'
import type { DraftAnswer, Flow } from '../../flows/flow.ts'
import type { Fault } from '../../graph/faults.ts'
import type { Graph } from '../../graph/graph.ts'
import { excessOf, type Excess } from '../../graph/excess.ts'
import { canHaveBoth, clashNow, decided, type Clash, type ClashChoice } from '../../graph/merge/clash.ts'
import { merged } from '../../graph/merge/merge.ts'
import { isSame } from '../../graph/same.ts'
import { begun, changed, mapped, redone, undone, type History } from './history.ts'
import type { UndecidedVersion } from '../../graph/merge/undecided.ts'
import type { UndecidedStore } from './undecided.ts'
import type { UnsavedDraft, UnsavedStore } from './unsaved.ts'

/** After the last change, in milliseconds: typing is saved in one go. */
const restMs = 700
const retryMs = 5_000
/** How often a draft is joined with one that was kept meanwhile, before it rests. */
const mostMerges = 5

/** `failed`: tried again by itself. `tooLarge`: kept as soon as less is in it. */
export type SaveState = 'saved' | 'saving' | 'failed' | 'tooLarge'

/**
 * A block that somebody else changed at the same time; `by` is their name, null where nobody knows it. `of` is who made
 * the other version, the later one.
 */
export type OpenClash = Clash & { readonly key: string; readonly by: string | null; readonly of: string | null }

/** What the builder draws. */
export interface DraftSnapshot {
  readonly history: History<Graph>
  readonly faults: readonly Fault[]
  readonly state: SaveState
  /** What is to be decided, earliest first. */
  readonly clashes: readonly OpenClash[]
  /** What there is too much of, so that no server keeps it; two drafts that were joined may come to that. */
  readonly excess: Excess | undefined
  /** The page began with what an earlier one could not save. */
  readonly isRestored: boolean
}

type Put = (
  revision: number,
  graph: Graph,
  undecided: readonly UndecidedVersion[],
) => Promise<z.output<typeof DraftAnswer>>

/** Where the browser keeps what the server does not have. */
export interface Keeping {
  /** Whose versions these are. */
  readonly name?: string
  readonly undecided?: Pick<UndecidedStore, 'read' | 'write'>
  readonly unsaved?: Pick<UnsavedStore, 'take' | 'write' | 'isOwn' | 'clear'>
}

const has = (clashes: readonly OpenClash[], key: string): boolean => clashes.some((clash) => clash.key === key)

/** What travelled as JSON has no fields that are undefined. */
const clashesIn = (versions: readonly UndecidedVersion[]): readonly OpenClash[] => versions as readonly OpenClash[]
const versionsOf = (clashes: readonly OpenClash[]): readonly UndecidedVersion[] =>
  structuredClone(clashes) as readonly UndecidedVersion[]

/** What travelled as JSON has no fields that are undefined. */
const faultsIn = (found: Flow['faults']): readonly Fault[] => found as readonly Fault[]

/**
 * The draft of a flow while it is edited: its history, and its saving by itself, one request at a time. What somebody
 * else kept meanwhile is joined with it, in what can be undone too, so that nobody's change is lost or taken back by
 * another one. What nobody decided is saved with the draft, so that everybody can decide it; what could not be saved
 * stays in the browser, also when the page is gone.
 */
export class DraftSaver {
  readonly #put: Put
  readonly #keeping: Keeping
  readonly #listeners = new Set<() => void>()
  #snapshot: DraftSnapshot
  #revision: number
  /** The graph that the server has, and what nobody has decided about there. */
  #kept: Graph
  #told: readonly OpenClash[]
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | undefined
  /** Whether the browser has what is not saved, and what is not decided. */
  #isKept = false
  #areUndecidedKept = true
  #hasLeft = false
  /** Clashes that this page has found. */
  readonly #own = new Set<string>()

  constructor({ draft, faults }: Pick<Flow, 'draft' | 'faults'>, put: Put, keeping: Keeping = {}) {
    this.#put = put
    this.#keeping = keeping
    this.#revision = draft.revision
    this.#kept = draft.graph
    this.#told = clashesIn(draft.undecided)
    const untold = clashesIn(keeping.undecided?.read() ?? []).filter(({ key }) => !has(this.#told, key))
    this.#snapshot = {
      history: begun(draft.graph),
      faults: faultsIn(faults),
      state: 'saved',
      clashes: [...this.#told, ...untold].flatMap((clash) => clashNow(draft.graph, clash) ?? []),
      excess: undefined,
      isRestored: false,
    }
    const left = keeping.unsaved?.take()
    if (left) this.#restore(left, draft)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly snapshot = (): DraftSnapshot => this.#snapshot

  /** The page is drawn: what an earlier one left is saved. */
  begin(): void {
    if (this.#hasMore()) this.#saveLater(0)
  }

  readonly change = (graph: Graph): void => this.#move((history) => changed(history, graph))
  readonly undo = (): void => this.#move(undone)
  readonly redo = (): void => this.#move(redone)

  /** Takes back what an earlier page left, and what was done since: the draft is what the server has. */
  readonly discard = (): void => {
    this.#set({ isRestored: false })
    this.change(this.#kept)
  }

  /** Whether everything that was done here is kept, and nothing that began here is to be decided. */
  isSettled(): boolean {
    return !this.#hasMore() && !this.#snapshot.clashes.some(({ key }) => this.#own.has(key))
  }

  /** Saves what is not kept yet; answers the revision, or undefined where that did not succeed. */
  async flush(): Promise<number | undefined> {
    clearTimeout(this.#timer)
    for (let saves = 0; saves < mostMerges; saves++) {
      while (this.#saving) await this.#saving
      if (!this.#hasMore()) return this.#rest()
      await this.#save()
      if (this.#snapshot.state === 'tooLarge') return undefined
      if (this.#snapshot.state === 'failed') break
    }
    if (!this.#hasMore()) return this.#rest()
    this.#saveLater(this.#snapshot.state === 'failed' ? retryMs : restMs)
    return undefined
  }

  /** Joins what somebody else kept, where it is later than what is known here. */
  async take({ draft, faults }: Pick<Flow, 'draft' | 'faults'>): Promise<void> {
    while (this.#saving) await this.#saving
    if (draft.revision <= this.#revision) return
    this.#join(draft)
    if (this.#hasMore()) this.#saveLater(0)
    else this.#set({ faults: faultsIn(faults) })
  }

  /** Decides between two versions of a block. */
  settle(clash: OpenClash, choice: ClashChoice): void {
    const clashes = this.#snapshot.clashes.filter(({ key }) => key !== clash.key)
    const { history } = this.#snapshot
    this.#set({ clashes, history: changed(history, decided(history.present, clash, choice)) })
    this.#saveLater(0)
  }

  /**
   * Keeps what the server does not have in the browser. Whether nothing would be lost if the page were left now: what
   * is about to be saved is saved by a page that has been left, too.
   */
  keep(): boolean {
    const { state, history, clashes } = this.#snapshot
    if (this.#hasGrown())
      this.#isKept = this.#keeping.unsaved?.write({ base: this.#kept, mine: history.present }) ?? false
    const isStuck = this.#hasGrown() && (state === 'failed' || state === 'tooLarge')
    return (!isStuck || this.#isKept) && (this.#areUndecidedKept || clashes.every(canHaveBoth))
  }

  /**
   * The page is left: what nobody decided of what it found stays beside the other's, and everything is saved. What
   * cannot stand beside the other's, such as the start with the settings, is left to whoever has the flow open.
   */
  leave(): void {
    for (const clash of this.#snapshot.clashes)
      if (this.#own.has(clash.key) && canHaveBoth(clash)) this.settle(clash, 'both')
    this.keep()
    this.#hasLeft = true
    void this.flush()
  }

  #restore({ base, mine }: UnsavedDraft, theirs: Flow['draft']): void {
    const now = merged(base, mine, theirs.graph)
    this.#isKept = true
    if (isSame(now.graph, theirs.graph) && now.clashes.length === 0) {
      this.#forget()
      return
    }
    const by = theirs.savedBy?.name ?? null
    this.#set({
      clashes: [...this.#snapshot.clashes, ...this.#found(now.clashes, by)],
      history: changed(this.#snapshot.history, now.graph),
      isRestored: true,
    })
  }

  /** Nothing is left to be saved. */
  #rest(): number {
    this.#forget()
    if (this.#snapshot.state !== 'saved') this.#set({ state: 'saved', excess: undefined })
    return this.#revision
  }

  #forget(): void {
    if (this.#isKept) this.#keeping.unsaved?.clear()
    this.#isKept = false
  }

  #hasMore(): boolean {
    const { clashes } = this.#snapshot
    return this.#hasGrown() || clashes.length !== this.#told.length || !clashes.every(({ key }) => has(this.#told, key))
  }

  /** Whether the flow is another one than the server has. */
  #hasGrown(): boolean {
    return this.#kept !== this.#snapshot.history.present
  }

  /** Clashes of this page with what somebody has kept. */
  #found(clashes: readonly Clash[], by: string | null): OpenClash[] {
    return clashes.map((clash): OpenClash => {
      const key = crypto.randomUUID()
      this.#own.add(key)
      return { ...clash, key, by, of: this.#keeping.name ?? null }
    })
  }

  #move(step: (history: History<Graph>) => History<Graph>): void {
    const history = step(this.#snapshot.history)
    if (history === this.#snapshot.history) return
    this.#set({ history })
    this.#saveLater(restMs)
  }

  #saveLater(afterMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      // Another page goes on with what this one has left.
      if (this.#hasLeft && this.#isKept && this.#keeping.unsaved?.isOwn() !== true) return
      void this.flush()
    }, afterMs)
  }

  async #save(): Promise<void> {
    const { clashes } = this.#snapshot
    const graph = this.#snapshot.history.present
    const excess = excessOf(graph)
    if (excess) {
      this.#set({ state: 'tooLarge', excess })
      this.keep()
      return
    }
    this.#set({ state: 'saving', excess })
    this.#saving = this.#put(this.#revision, graph, versionsOf(clashes))
      .then((answer) => {
        if (answer.outcome === 'conflict') return this.#join(answer.draft)
        this.#revision = answer.revision
        this.#kept = graph
        this.#told = clashes
        // What the browser kept of them is with the server now.
        return this.#set({ state: 'saved', faults: faultsIn(answer.faults), clashes: this.#snapshot.clashes })
      })
      .catch(() => {
        this.#set({ state: 'failed' })
        this.keep()
      })
      .finally(() => {
        this.#saving = undefined
      })
    await this.#saving
  }

  #join(draft: Flow['draft']): void {
    const { graph: theirs, revision, savedBy } = draft
    const { history, clashes } = this.#snapshot
    const base = this.#kept
    const now = merged(base, history.present, theirs)
    this.#revision = revision
    // Without changes of my own it is theirs as it stands, by the objects that are drawn already.
    this.#kept = this.#hasGrown() ? theirs : now.graph
    const there = clashesIn(draft.undecided)
    // Whoever decides, decides for all; what is new there is new here.
    const open = [
      ...clashes.filter(({ key }) => !has(this.#told, key) || has(there, key)),
      ...there
        .filter(({ key }) => !has(this.#told, key) && !has(clashes, key))
        .flatMap((clash) => clashNow(now.graph, clash) ?? []),
    ]
    this.#told = there
    const found = this.#found(now.clashes, savedBy?.name ?? null)
    this.#set({
      state: this.#kept === now.graph ? 'saved' : this.#snapshot.state,
      clashes: [...open, ...found],
      history: mapped(history, (graph) => (graph === history.present ? now.graph : merged(base, graph, theirs).graph)),
    })
  }

  #set(change: Partial<DraftSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    if (change.clashes)
      this.#areUndecidedKept =
        this.#keeping.undecided?.write(versionsOf(change.clashes.filter(({ key }) => !has(this.#told, key)))) ?? false
    for (const listener of this.#listeners) listener()
  }
}
