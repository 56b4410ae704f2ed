/* Limits of the sockets of plugins. Times in milliseconds, sizes in bytes. */

/** Sockets that one network may open in a minute: an office comes back at once after an update. */
export const openingsPerMinute = 600
/** Time between opening a socket and showing a pass. */
export const strangerMs = 20_000
/** Sockets of a node whose clients have not shown a pass yet. */
export const mostStrangers = 2_000
/** Passes that one socket takes. */
export const mostPasses = 4
/** Messages of one client: so many at once, and so many a second in the long run. */
export const messageBurst = 60
export const messagesPerSecond = 10
/** Messages that wait for the handler before the client is not read any more. */
export const mostWaiting = 8
/** A client with more than this before it is hung up on; it comes back and reads what it missed. */
export const stallBytes = 1_048_576
export const stallMs = 10_000
/** A peer that is gone is noticed after twice this time. */
export const pingEveryMs = 25_000
/** Interval of looking at all sockets. */
export const roundMs = 5_000
/** Time for the other side to take leave before the line is cut. */
export const closingMs = 2_000
