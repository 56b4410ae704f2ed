/* What server and screens both check, as WhatsApp wants its stickers. Free of any library. */

/** Pixels of each side. */
export const stickerSide = 512
/** Bytes of one that stands still, and of one that moves. */
export const maxStillBytes = 100_000
export const maxAnimatedBytes = 500_000
/** How long one may move, in milliseconds; what a longer film shows afterwards is left out. */
export const maxFilmMs = 10_000
export const maxNameLength = 80
export const maxPackLength = 60
/** What one company may keep. */
export const maxStickers = 2_000
/** How many recently sent ones a user is shown. */
export const recentCount = 40
