/** Fewer characters are not searched for (S5-035, reading 72). */
export const minSearchLength = 2
/** More are not taken. */
export const maxSearchLength = 100

/** Whether a text has characters enough to be searched for, of whatever kind: an emoji is one. */
export const isSearchable = (text: string): boolean => [...text.trim()].length >= minSearchLength

/** What is searched for once this is typed: the text without blanks around it, nothing while it is too short. */
export const searchedFor = (typed: string): string => (isSearchable(typed) ? typed.trim() : '')
