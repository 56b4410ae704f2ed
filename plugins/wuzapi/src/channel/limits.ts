/** UTF-16 units of one message and of one caption. */
export const maxText = 60_000
export const maxCaption = 1_024
/** Files go to the gateway as text inside of JSON, whole. */
export const maxFileBytes = 16_000_000
/** The gateway answers files as text inside of JSON too, which takes a third more than the 100 MB that may come. */
export const maxFetchedBytes = 75_000_000
/** WhatsApp's own limits for changing a message, and for taking it back from everybody. */
export const editWithinMs = 15 * 60_000
export const removeWithinMs = 2 * 24 * 3_600_000
/** Who wrote a message of a group is known this long, for replies and reactions to it. */
export const authorKnownMs = 30 * 24 * 3_600_000
