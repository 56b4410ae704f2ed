/**
 * Longest time for which a ticket can be put off, in days. In a file of its own, so that a page needs no schema library
 * for it.
 */
export const snoozeHorizonDays = 365
