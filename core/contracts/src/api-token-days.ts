/** The longest a token of a program counts, in days from when it is made or changed. */
export const apiTokenDays = 365
