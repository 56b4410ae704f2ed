import type { WebhookOutcome } from '@recado/sdk'
import { authorKnownMs } from '../channel/limits.ts'

/** Where a connection remembers who wrote a message, for replies and reactions, which have to name them. */
export const authorKey = (message: string): string => `by:${message}`
/** In place of an address: the connection's own number. */
export const ownAuthor = 'me'

type Remembered = NonNullable<WebhookOutcome['remember']>[number]

export const rememberedAuthor = (message: string, author: string): Remembered => ({
  key: authorKey(message),
  value: author,
  ttlMs: authorKnownMs,
})
