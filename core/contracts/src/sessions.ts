import * as z from 'zod'
import { instant } from './ids.ts'
import { Locale } from './locale.ts'
import { nameLengths } from './text-limits.ts'

/**
 * GET /auth/sessions: a session as its owner recognises it. Browser and system are names of products, null where they
 * are not known.
 */
export const SessionInfo = z.object({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  ip: z.string().nullable(),
  createdAt: instant,
  lastSeenAt: instant,
  /** True for the session of the request. */
  current: z.boolean(),
})
export type SessionInfo = z.infer<typeof SessionInfo>

/**
 * GET /auth/privacy-notice: the text that a user is asked to accept, in their language or the nearest one. Null while
 * nothing is published: nobody is asked.
 */
export const PrivacyNotice = z.object({
  notice: z.object({ version: z.int(), text: z.string(), locale: Locale }).nullable(),
  accepted: z.boolean(),
})
export type PrivacyNotice = z.infer<typeof PrivacyNotice>
/** POST /auth/privacy-notice. `version` is that of the words that were read. */
export const PrivacyAnswer = z.object({ version: z.int(), accepted: z.boolean() })

/** Changeable fields of an API token. `scopes` are permissions; `expiresAt` is `apiTokenDays` away at most. */
export const ApiTokenChoice = z.object({
  name: z.string().trim().min(1).max(nameLengths.token),
  scopes: z.array(z.string().max(120)).min(1).max(200),
  expiresAt: instant,
})
export type ApiTokenChoice = z.output<typeof ApiTokenChoice>
/** A token as the company sees it; never its secret. */
export const ApiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.string()),
  user: z.object({ id: z.uuid(), name: z.string() }),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
  /** The token was made without an end, and an update of the product assigned this one. */
  expiryAssigned: z.boolean(),
})
export type ApiToken = z.infer<typeof ApiToken>
/** GET /api-tokens: all of the company, and what the asking user may give one. */
export const ApiTokenList = z.object({ tokens: z.array(ApiToken), assignable: z.array(z.string()) })
export type ApiTokenList = z.infer<typeof ApiTokenList>
/** POST /api-tokens: `secret` is the whole text of the token, shown this once. */
export const ApiTokenCreated = z.object({ token: ApiToken, secret: z.string() })
export type ApiTokenCreated = z.infer<typeof ApiTokenCreated>
