/* Limits that server and screens both check; free of any library. */

export const maxNameLength = 60
export const maxTextLength = 4_000
export const maxSteps = 20
/** Macros of a company, those of its users among them. */
export const maxMacros = 200
/** Times for which a macro can put a ticket off, in minutes; null until the contact writes. */
export const snoozeMinutes = [60, 180, 1_440, 4_320, 10_080] as const
/** Time for which a run is stored, so that repeating it has no effect; in milliseconds. */
export const keepRunsMs = 24 * 60 * 60_000
