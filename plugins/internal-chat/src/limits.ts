/* Limits of the internal chat. Free of any library: screens use them too. */

/** Characters of one message. */
export const maxContentLength = 5_000
/** Characters of the name of a group. */
export const maxNameLength = 80
/** Members of one group that colleagues have made. */
export const mostMembers = 200
/** Colleagues that one message names. */
export const mostMentions = 20
/** Files of one message, and bytes of one. */
export const mostFiles = 10
export const maxFileBytes = 25_000_000
/** Shorter recordings are slips of the finger (S5-048). Seconds. */
export const shortestVoice = 1
/** Messages of one page of a thread. */
export const pageSize = 50
/** What a list shows of a message. Characters. */
export const excerptLength = 120
