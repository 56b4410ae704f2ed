/** Longest run of a handler, in milliseconds; streams have none once they are open. */
export const handlerLimitMs = 10_000
