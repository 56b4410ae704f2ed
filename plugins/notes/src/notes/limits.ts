/* Limits that server and screens both check; free of any library. */

export const maxContentLength = 5_000
/** Time for which a deleted note can be restored, in milliseconds. */
export const restoreMs = 10 * 60_000
