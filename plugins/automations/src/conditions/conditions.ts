/** What rules can ask about a conversation. */
export const conditions = {}
