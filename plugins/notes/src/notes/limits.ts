/* What server and screens both check; free of any library. */

export const maxContentLength = 5_000
/** How long a deleted note can be brought back, in milliseconds. */
export const restoreMs = 10 * 60_000
