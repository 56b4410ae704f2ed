/** Most days of one question about what has happened. Apart from the schema, so that pages can say it too. */
export const longestFactDays = 400
