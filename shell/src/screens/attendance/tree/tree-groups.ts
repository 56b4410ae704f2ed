import { addressOf, type TicketFilter } from '../../../data/tickets/ticket-filter.ts'
import type { NamedChoice } from '../list/NamedChoices.tsx'
import { narrowedTo } from '../views/ready-views.ts'

/** Groups of the tree, in their order. */
export const treeGroups = ['view', 'queue', 'connection', 'tag'] as const
export type TreeGroup = (typeof treeGroups)[number]

/** One entry of the tree: what the list shows once it is chosen. */
export interface TreeEntry {
  readonly key: string
  readonly name: string
  readonly color?: string
  readonly filter: TicketFilter
  /** The saved view that it opens. */
  readonly viewId?: string
  /** How many tickets it holds, where that is counted anyway. */
  readonly count?: { readonly value: number; readonly max: number }
}

/** The filter of a queue leaves out tickets without one, which the list would show beside it otherwise. */
const narrowing = {
  queue: (id: string) => narrowedTo({ queuesIds: [id], includeNotQueueDefined: false }),
  connection: (id: string) => narrowedTo({ connectionIds: [id] }),
  tag: (id: string) => narrowedTo({ tagIds: [id] }),
}

/** Entries of what the company has of a kind; what is not offered any more has none. */
export const entriesOf = (
  kind: keyof typeof narrowing,
  choices: readonly NamedChoice[],
  countOf: (id: string) => TreeEntry['count'] = () => undefined,
): readonly TreeEntry[] =>
  choices
    .filter(({ isOffered }) => isOffered)
    .map(({ id, name, color }) => {
      const count = countOf(id)
      return {
        key: `${kind} ${id}`,
        name,
        ...(color !== undefined && { color }),
        filter: narrowing[kind](id),
        ...(count && { count }),
      }
    })

/** Whether the list shows just what the entry stands for. */
export const isShown = (entry: TreeEntry, filter: TicketFilter, viewId: string | undefined): boolean =>
  entry.viewId !== undefined
    ? entry.viewId === viewId
    : viewId === undefined && JSON.stringify(addressOf(entry.filter)) === JSON.stringify(addressOf(filter))
