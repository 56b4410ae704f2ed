/* Limits for server and screens. Free of any library. */

/** Of one page of the picker. */
export const pageSize = 24
export const maxSearchLength = 100
/** Bytes of a file that is sent: the limit of the strictest channel with moving pictures. */
export const maxFileBytes = 5_000_000
/** Time for which a list and a preview may be shown from the cache, in milliseconds. */
export const keptMs = 300_000
