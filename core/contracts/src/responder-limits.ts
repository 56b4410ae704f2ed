/** Longest time ahead for which a responder may keep a ticket without acting, in milliseconds. */
export const longestKeepMs = 31 * 24 * 60 * 60_000
/** Longest handling of one message by a responder, in milliseconds, unless it declares another. */
export const responderLimitMs = 10_000
/** Most that a responder may declare. Longer work is a job that ends with `core.responders.decide`. */
export const longestResponderMs = 60_000

/** Most responders of one order. */
export const mostResponders = 10
