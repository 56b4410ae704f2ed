/** How soon a ticket wants to be answered, the most urgent last. */
export const ticketPriorities = ['low', 'normal', 'high', 'urgent'] as const
