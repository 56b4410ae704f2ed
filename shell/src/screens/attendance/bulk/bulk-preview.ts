import type { Ticket } from '../../../base/contracts.ts'
import { changeOf, type BulkAct } from './bulk-acts.ts'

/** Whether an act is shown before it is done: on more than one ticket. */
export const isPreviewed = (tickets: readonly Ticket[]): boolean => tickets.length > 1

/**
 * Why a ticket stays as it is: it is so already, its status forbids the act, it is put off, or it has no message of the
 * contact that could be unread.
 */
export type SkipReason = 'already' | 'status' | 'snoozed' | 'noMessages'

export interface BulkPreviewed {
  readonly changed: readonly Ticket[]
  readonly skipped: readonly { readonly ticket: Ticket; readonly why: SkipReason }[]
}

/** What an act would do with each ticket. */
export function previewOf(tickets: readonly Ticket[], act: BulkAct): BulkPreviewed {
  const changed = tickets.filter((ticket) => changeOf(ticket, act))
  return {
    changed,
    skipped: tickets
      .filter((ticket) => !changed.includes(ticket))
      .map((ticket) => ({ ticket, why: reasonOf(ticket, act) })),
  }
}

/** Of a ticket that the act leaves as it is. */
function reasonOf(ticket: Ticket, act: BulkAct): SkipReason {
  switch (act) {
    case 'start':
    case 'returnToQueue':
    case 'resolve':
      return 'status'
    case 'unread':
      if (ticket.unreadMessages > 0) return 'already'
      if (ticket.status === 'closed') return 'status'
      return ticket.snooze ? 'snoozed' : 'noMessages'
    case 'read':
    case 'pin':
    case 'unpin':
    case 'watch':
    case 'unwatch':
    case 'wake':
      return 'already'
    default:
      if ('snoozeUntil' in act) return 'status'
      return 'queueId' in act && ticket.queueId !== act.queueId ? 'status' : 'already'
  }
}
