import type { Ticket, TicketCounts } from '../../base/contracts.ts'

/** What the counts beside the lists, and the counts of saved views, ask of a ticket. */
export type Standing = Pick<
  Ticket,
  'status' | 'userId' | 'queueId' | 'withBot' | 'watched' | 'priority' | 'attributes'
> & { readonly isUnread: boolean; readonly isSnoozed: boolean }

export const standingOf = (ticket: Ticket): Standing => ({
  status: ticket.status,
  userId: ticket.userId,
  queueId: ticket.queueId,
  withBot: ticket.withBot,
  watched: ticket.watched,
  priority: ticket.priority,
  attributes: ticket.attributes,
  isUnread: ticket.unreadMessages > 0,
  isSnoozed: ticket.snooze !== null,
})

export const sameStanding = (a: Standing, b: Standing): boolean =>
  a.status === b.status &&
  a.userId === b.userId &&
  a.queueId === b.queueId &&
  a.withBot === b.withBot &&
  a.watched === b.watched &&
  a.priority === b.priority &&
  a.isUnread === b.isUnread &&
  a.isSnoozed === b.isSnoozed &&
  JSON.stringify(a.attributes ?? {}) === JSON.stringify(b.attributes ?? {})

type Single =
  | 'open'
  | 'pending'
  | 'bot'
  | 'closed'
  | 'group'
  | 'mine'
  | 'unread'
  | 'withoutQueue'
  | 'snoozed'
  | 'watched'

/** The counts that a ticket is in. A test holds them equal to what the server counts. */
function countedIn(
  { status, userId, queueId, withBot, watched, isUnread, isSnoozed }: Standing,
  viewerId: string,
): Single[] {
  const isLive = status !== 'closed'
  const inWork = isLive && !isSnoozed
  return [
    ...(status === 'closed' ? ['closed' as const] : []),
    ...(inWork && status === 'open' ? ['open' as const] : []),
    ...(inWork && status === 'pending' ? [withBot ? ('bot' as const) : ('pending' as const)] : []),
    ...(inWork && status === 'group' ? ['group' as const] : []),
    ...(inWork && status === 'open' && userId === viewerId ? ['mine' as const] : []),
    ...(inWork && isUnread ? ['unread' as const] : []),
    ...(inWork && status !== 'group' && queueId === null ? ['withoutQueue' as const] : []),
    ...(isSnoozed ? ['snoozed' as const] : []),
    ...(isLive && watched ? ['watched' as const] : []),
  ]
}

/**
 * Counts after a ticket has changed from one standing to another; null is a ticket that was not there, or is gone.
 * Undefined where only the server can tell: a queue or user that has not been counted yet has no name here.
 */
export function afterChange(
  counts: TicketCounts,
  before: Standing | null,
  after: Standing | null,
  viewerId: string,
): TicketCounts | undefined {
  const next = { ...counts, byQueue: counts.byQueue, byUser: counts.byUser }
  for (const [standing, by] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (standing === null) continue
    for (const name of countedIn(standing, viewerId)) {
      // A count at its cap stands for more.
      if (next[name] < counts.cap) next[name] = Math.max(0, next[name] + by)
    }
    const { status, queueId, userId } = standing
    if (standing.isSnoozed || (status !== 'open' && status !== 'pending')) continue
    if (!next.byQueue.some((row) => row.queueId === queueId)) return undefined
    next.byQueue = next.byQueue.map((row) =>
      row.queueId === queueId ? { ...row, [status]: Math.max(0, row[status] + by) } : row,
    )
    if (status !== 'open' || userId === null) continue
    if (!next.byUser.some((row) => row.userId === userId)) return undefined
    next.byUser = next.byUser.map((row) => (row.userId === userId ? { ...row, open: Math.max(0, row.open + by) } : row))
  }
  return next
}
