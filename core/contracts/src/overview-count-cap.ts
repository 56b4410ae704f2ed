/**
 * Cap of the counts in an overview of queues or tags: this number means "at least as many". In a file of its own, so
 * that a page needs no schema library for it.
 */
export const overviewCountCap = 1_000
