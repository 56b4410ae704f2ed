import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

/** Suggestions of one action of the composer: the action draws the rows, the board moves over them and picks one. */
export interface SuggestionGroup {
  readonly id: string
  /** The heading of the group, and what the list is for screen readers. */
  readonly label: string
  readonly rows: number
  readonly isLoading: boolean
  readonly hasPreview: boolean
  /** The action's element on the screen: groups are in the order of their actions. */
  readonly place: Node
  pick(row: number): void
}

/** A row of a group. */
export interface SuggestionRow {
  readonly group: string
  readonly row: number
}

/** The current suggestions. `frames` are the elements that groups draw into, and the preview of the active row. */
export interface Suggestions {
  readonly groups: readonly SuggestionGroup[]
  readonly active: SuggestionRow | undefined
  readonly frames: ReadonlyMap<string, HTMLElement>
}

/** The id of the element in which the preview of the active row is drawn, among `frames`. */
export const previewFrame = 'preview'
const nothing: Suggestions = { groups: [], active: undefined, frames: new Map() }
const isSame = (one: SuggestionGroup, other: SuggestionGroup): boolean =>
  one.label === other.label &&
  one.rows === other.rows &&
  one.isLoading === other.isLoading &&
  one.hasPreview === other.hasPreview &&
  one.place === other.place

/**
 * The suggestions of all actions that answer to the trigger which is active, as one list: actions put their groups here
 * without knowing of one another, and the keys move over the rows of all of them.
 */
export class SuggestionBoard {
  readonly listId: string
  readonly #listeners = new Set<() => void>()
  readonly #groups = new Map<string, SuggestionGroup>()
  readonly #frames = new Map<string, HTMLElement>()
  #pointed: SuggestionRow | undefined
  #now = nothing
  constructor(listId: string) {
    this.listId = listId
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
  readonly now = (): Suggestions => this.#now
  readonly rowId = ({ group, row }: SuggestionRow): string => `${this.listId}-${group}-${row}`
  /** Of the active row; undefined while there is none. */
  readonly activeId = (): string | undefined => this.#now.active && this.rowId(this.#now.active)

  /** A group as it is drawn now, after each time that it was. */
  put(group: SuggestionGroup): void {
    const before = this.#groups.get(group.id)
    this.#groups.set(group.id, group)
    if (!before || !isSame(before, group)) this.#changed()
  }
  remove(id: string): void {
    if (this.#groups.delete(id)) this.#changed()
  }

  /** The element that a group, or the preview, is drawn into; null when it goes. */
  frame(id: string, element: HTMLElement | null): void {
    if (element) this.#frames.set(id, element)
    else this.#frames.delete(id)
    this.#changed()
  }

  /** Makes a row the active one; without one it is the first. */
  point(row: SuggestionRow | undefined): void {
    this.#pointed = row
    this.#changed()
  }

  /** ↑ ↓ Home End move, Enter and Tab pick. True when the key was taken. */
  readonly onKeyDown = (event: ReactKeyboardEvent): boolean => {
    const rows = this.#rows()
    const { active } = this.#now
    if (!active) return false
    const at = rows.findIndex(({ group, row }) => group === active.group && row === active.row)
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1 + rows.length,
      Home: 0,
      End: rows.length - 1,
    }
    const next = moves[event.key]
    if (next !== undefined) {
      this.point(rows[next % rows.length])
      return true
    }
    if ((event.key !== 'Enter' && event.key !== 'Tab') || event.shiftKey) return false
    this.#groups.get(active.group)!.pick(active.row)
    return true
  }

  #ordered(): SuggestionGroup[] {
    return [...this.#groups.values()].toSorted((one, other) =>
      one.place.compareDocumentPosition(other.place) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
    )
  }
  #rows(): SuggestionRow[] {
    return this.#ordered().flatMap(({ id, rows }) => Array.from({ length: rows }, (_, row) => ({ group: id, row })))
  }

  #changed(): void {
    const rows = this.#rows()
    const pointed = this.#pointed
    // A row that is not there any more gives way to the last of its group, a group to the first of all.
    const active =
      (pointed && rows.findLast(({ group, row }) => group === pointed.group && row <= pointed.row)) ?? rows[0]
    this.#now = { groups: this.#ordered(), active, frames: new Map(this.#frames) }
    for (const listener of this.#listeners) listener()
  }
}
