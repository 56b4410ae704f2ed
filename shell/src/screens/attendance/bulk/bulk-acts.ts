import type { Ticket, TicketPriority } from '../../../base/contracts.ts'

/** Acts on several tickets at once; each by the rules of a single change. */
export type BulkAct =
  | 'start'
  | 'returnToQueue'
  | 'resolve'
  | 'read'
  | 'unread'
  | 'pin'
  | 'unpin'
  | 'watch'
  | 'unwatch'
  | 'wake'
  | { queueId: string | null }
  | { priority: TicketPriority }
  | { snoozeUntil: string | null }
  | { tagId: string }
/** A change of one ticket, as `POST /tickets/bulk` takes it. */
export interface BulkChange {
  id: string
  status?: 'open' | 'pending' | 'closed'
  userId?: string | null
  queueId?: string | null
  unreadMessages?: 0 | 1
  pinned?: boolean
  watched?: boolean
  priority?: TicketPriority
  snooze?: { until: string | null } | null
  retag?: { add?: string[]; remove?: string[] }
  expected?: { status?: Ticket['status']; userId?: string | null; queueId?: string | null; priority?: TicketPriority }
}

/**
 * Whether a ticket can be marked for coming back to it: the contact has written and nothing is unread, and it is
 * neither over nor put off.
 */
export const canBeUnread = ({ unreadMessages, status, snooze, contactWrote }: Ticket): boolean =>
  unreadMessages === 0 && status !== 'closed' && snooze === null && contactWrote

/** The change that an act means for a ticket; undefined where it changes nothing or is not allowed. */
export function changeOf(ticket: Ticket, act: BulkAct): BulkChange | undefined {
  const { id, status } = ticket
  switch (act) {
    case 'start':
      return status === 'pending' ? { id, status: 'open' } : undefined
    case 'returnToQueue':
      return status === 'open' ? { id, status: 'pending' } : undefined
    case 'resolve':
      return status === 'open' ? { id, status: 'closed' } : undefined
    case 'read':
      return ticket.unreadMessages > 0 ? { id, unreadMessages: 0 } : undefined
    case 'unread':
      return canBeUnread(ticket) ? { id, unreadMessages: 1 } : undefined
    case 'pin':
      return ticket.pinned ? undefined : { id, pinned: true }
    case 'unpin':
      return ticket.pinned ? { id, pinned: false } : undefined
    case 'watch':
      return ticket.watched ? undefined : { id, watched: true }
    case 'unwatch':
      return ticket.watched ? { id, watched: false } : undefined
    case 'wake':
      return ticket.snooze ? { id, snooze: null } : undefined
    default:
      if ('priority' in act) return ticket.priority === act.priority ? undefined : { id, priority: act.priority }
      if ('tagId' in act)
        return ticket.tags.some((tag) => tag.id === act.tagId) ? undefined : { id, retag: { add: [act.tagId] } }
      if ('snoozeUntil' in act) return status === 'open' ? { id, snooze: { until: act.snoozeUntil } } : undefined
      return ticket.queueId === act.queueId || status === 'closed' ? undefined : { id, queueId: act.queueId }
  }
}

/**
 * Change that restores a ticket, on condition that it is still as the act left it: later acts of others are not undone
 * with it. What was read is unread again, as one message.
 */
export function undoOf(before: Ticket, after: Ticket, act: BulkAct): BulkChange | undefined {
  const { id, status, userId, queueId, priority } = before
  const snooze = before.snooze && { until: before.snooze.until }
  const expected = { status: after.status, userId: after.userId, queueId: after.queueId }
  // Moving a ticket ends its snooze.
  const asleep = snooze && { snooze }
  switch (act) {
    case 'read':
      return { id, unreadMessages: 1 }
    case 'unread':
      return { id, unreadMessages: 0 }
    case 'pin':
      return { id, pinned: false }
    case 'unpin':
      return { id, pinned: true }
    case 'watch':
      return { id, watched: false }
    case 'unwatch':
      return { id, watched: true }
    case 'start':
      return { id, status: 'pending', expected }
    case 'returnToQueue':
    case 'resolve':
      return { id, status: 'open', userId, queueId, ...asleep, expected }
    case 'wake':
      return { id, snooze, expected }
    default:
      if ('tagId' in act) return { id, retag: { remove: [act.tagId] } }
      if ('priority' in act) return { id, priority, expected: { priority: after.priority } }
      return 'snoozeUntil' in act
        ? { id, snooze, expected }
        : { id, queueId, ...(status === 'open' && asleep), expected }
  }
}
