/** Most chats that a company may let one connection begin in a day. */
export const mostOpeningsPerDay = 1_000

/** Chats that wait to be begun are counted so far. */
export const mostCountedOpenings = 1_000
