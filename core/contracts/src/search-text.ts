/** Fewer characters are not searched for (S5-035, reading 72). */
export const minSearchLength = 2
/** More are not taken. */
export const maxSearchLength = 100

/** Whether a text has enough characters for a search, of any kind: an emoji is one. */
export const isSearchable = (text: string): boolean => [...text.trim()].length >= minSearchLength

/** Search text for typed input: without surrounding blanks, empty while it is too short. */
export const searchedFor = (typed: string): string => (isSearchable(typed) ? typed.trim() : '')
