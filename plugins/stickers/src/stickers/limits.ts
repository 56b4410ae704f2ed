/* Limits that server and screens both check, from WhatsApp's rules for stickers. Free of any library. */

/** Pixels of each side. */
export const stickerSide = 512
/** Bytes of one that stands still, and of one that moves. */
export const maxStillBytes = 100_000
export const maxAnimatedBytes = 500_000
/** Greatest length of a moving one, in milliseconds; the rest of a longer film is left out. */
export const maxFilmMs = 10_000
export const maxNameLength = 80
export const maxPackLength = 60
/** Greatest number of stickers of one company. */
export const maxStickers = 2_000
/** Number of recently sent ones that a user is shown. */
export const recentCount = 40
