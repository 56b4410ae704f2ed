import type { Ticket } from '@recado/contracts'

/** Users who pinned a ticket and users who follow it: marks that differ by user. */
export interface TicketMarks {
  readonly pinnedBy: readonly string[]
  readonly watchedBy: readonly string[]
}

/** Marks of one user; undefined where nobody's were read. */
export type OwnMarks = Pick<Ticket, 'pinned' | 'watched'> | undefined

export const marksOf = (userId: string, marks: TicketMarks | undefined): OwnMarks =>
  marks && { pinned: marks.pinnedBy.includes(userId), watched: marks.watchedBy.includes(userId) }
