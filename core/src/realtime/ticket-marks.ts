import type { Ticket } from '@recado/contracts'

/** Users who pinned a ticket and users who follow it: marks that differ by user. */
export interface TicketMarks {
  readonly pinnedBy: readonly string[]
  readonly watchedBy: readonly string[]
}

/** A ticket as this user marked it. */
export const markedFor = (userId: string, marks: TicketMarks | undefined, ticket: Ticket): Ticket =>
  marks ? { ...ticket, pinned: marks.pinnedBy.includes(userId), watched: marks.watchedBy.includes(userId) } : ticket
