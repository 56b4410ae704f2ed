/**
 * Where the counts of an overview of queues or tags stop: as many means "at least as many". Apart, so that a page needs
 * no schema library to know it.
 */
export const overviewCountCap = 1_000
