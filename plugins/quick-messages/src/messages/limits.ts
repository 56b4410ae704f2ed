/* Limits that server and screens both check. Free of any library, so that a panel which needs a number imports none. */

/** Bytes of an attached file (S5-041), and of all files of one message, which are sent together (S9-013). */
export const maxFileBytes = 10_000_000
export const maxTotalBytes = 30_000_000
export const maxParts = 10
export const maxKeyLength = 40
export const maxTextLength = 10_000

/** Key typed after `/`: one word, so that typing a space does not end the search in the middle of a key. */
export const keyPattern = /^[^\s/]+$/u

/** For whom a message is: everybody, its author alone, or the people of one queue (S3-022). */
export const scopes = ['global', 'personal', 'queue'] as const
export type Scope = (typeof scopes)[number]
