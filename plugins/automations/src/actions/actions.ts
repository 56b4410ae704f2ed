/** What rules can do with a conversation. */
export const actions = {}
