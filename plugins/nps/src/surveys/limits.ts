/** Limits of surveys; the interface knows them too. */
export const maxSurveys = 20
export const maxNameLength = 60
export const maxTextLength = 1_000
export const maxPlaces = 50
/** Longest time for a reply, in minutes: a week. */
export const maxTimeoutMinutes = 10_080
export const defaultTimeoutMinutes = 60
export const maxRestDays = 365
