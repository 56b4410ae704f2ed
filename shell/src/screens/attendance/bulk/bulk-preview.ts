import type { Ticket } from '../../../base/contracts.ts'
import { changeOf, type BulkAct } from './bulk-acts.ts'

/** Marks of the list alone: nothing happens to the conversations, so nothing is asked. */
const marks: readonly BulkAct[] = ['read', 'unread', 'pin', 'unpin', 'watch', 'unwatch']

/** Whether an act is shown before it is done: on more than one ticket. The dialog of putting off is its own. */
export const isPreviewed = (tickets: readonly Ticket[], act: BulkAct): boolean =>
  tickets.length > 1 && !marks.includes(act) && !(typeof act === 'object' && 'snoozeUntil' in act)

export interface BulkPreviewed {
  readonly changed: readonly Ticket[]
  /** Tickets that stay as they are: `isThere` where the act would change nothing, else their status forbids it. */
  readonly skipped: readonly { readonly ticket: Ticket; readonly isThere: boolean }[]
}

/** What an act would do with each ticket. */
export function previewOf(tickets: readonly Ticket[], act: BulkAct): BulkPreviewed {
  const changed = tickets.filter((ticket) => changeOf(ticket, act))
  return {
    changed,
    skipped: tickets
      .filter((ticket) => !changed.includes(ticket))
      .map((ticket) => ({
        ticket,
        isThere: typeof act === 'object' && !('queueId' in act && ticket.queueId !== act.queueId),
      })),
  }
}
