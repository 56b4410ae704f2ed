import type { Ticket } from '@recado/sdk'

/** Statuses of the API. What waits in a queue is `open` there; `pending` is what a bot has. */
export const conversationStatuses = ['open', 'resolved', 'pending', 'snoozed'] as const
export type ConversationStatus = (typeof conversationStatuses)[number]

export function statusOf({
  status,
  withBot,
  snooze,
}: Pick<Ticket, 'status' | 'withBot' | 'snooze'>): ConversationStatus {
  if (status === 'closed') return 'resolved'
  if (snooze) return 'snoozed'
  return withBot ? 'pending' : 'open'
}
