/** UTF-16 units of one message and of one caption. */
export const maxText = 60_000
export const maxCaption = 1_024
const megabyte = 1_000_000
export const maxFileBytes = 100 * megabyte
export const maxPictureBytes = 16 * megabyte
/** A message can be edited, and taken back from everybody, for so long. */
export const editWithinMs = 15 * 60_000
export const removeWithinMs = 2 * 24 * 3_600_000
