/** Furthest ahead that a ticket can be put off. Days. Apart, so that a page needs no schema library to know it. */
export const snoozeHorizonDays = 365
