import { ticketPriorities, type TicketPriority } from '@recado/contracts'

/** Number in `core.ticket.priority`: 1 is the most urgent, so that an index in ascending order has it first. */
export const priorityRank = (priority: TicketPriority): number =>
  ticketPriorities.length - ticketPriorities.indexOf(priority)
/** The inverse of {@link priorityRank}. */
export const priorityOf = (rank: number): TicketPriority => ticketPriorities[ticketPriorities.length - rank] ?? 'normal'
