/** Spans of days that move with the calendar; each ends today but `yesterday`. */
export const ticketDaySpans = ['today', 'yesterday', 'last7', 'last30'] as const
/** The day that is asked for: on which a ticket was created, or on which was last written in it. */
export const ticketDaySubjects = ['created', 'active'] as const
