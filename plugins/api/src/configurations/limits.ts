/* Choices and limits of an API configuration. Free of zod: the form and the routes read them. */

/** How a request says to whom it sends: by number or address, by ticket, or by either. */
export const waysToSend = ['any', 'number', 'ticket'] as const
export type WayToSend = (typeof waysToSend)[number]

/** What a program may do with the token of a configuration. */
export const scopes = ['send', 'close', 'status'] as const
export type Scope = (typeof scopes)[number]

/** Of one company; nobody looks after more programs than that. */
export const maxConfigurations = 50
/** Hours for which the token before is accepted beside a new one, at most: a week. */
export const longestOverlapHours = 168
export const maxNameLength = 100
export const maxAddressLength = 2_000
