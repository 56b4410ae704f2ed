/** Priorities of a ticket, the most urgent last. */
export const ticketPriorities = ['low', 'normal', 'high', 'urgent'] as const
