/**
 * Signs that nobody sees and that no word needs: soft hyphens, blanks without width, marks of direction, and the tags
 * of Unicode, in which a whole text can be hidden. Joiners stay: emoji and some scripts are written with them.
 */
const invisible =
  /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu

/** A text as people see it. */
export const visible = (text: string): string => text.replace(invisible, '')
