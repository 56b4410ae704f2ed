import { instant } from '@recado/sdk'
import * as z from 'zod'

/** Of one company; nobody looks after more programs than that. */
export const mostTokens = 30

export const AccessDraft = z.object({ name: z.string().trim().min(1).max(100) }).strict()

/** An access token as it is shown: never the token itself. */
export const ShownToken = z.object({
  id: z.uuid(),
  name: z.string(),
  last4: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type ShownToken = z.infer<typeof ShownToken>

/** The only answer in which an access token stands. */
export const MadeToken = z.object({ token: z.string(), id: z.uuid() })
export type MadeToken = z.infer<typeof MadeToken>

/** Notes in one answer. */
export const mostNotes = 100

/** A note of a program for agents. */
export const ProgramNote = z.object({ id: z.uuid(), program: z.string(), text: z.string(), at: instant })
export type ProgramNote = z.infer<typeof ProgramNote>

/** How the last answers went that left for an inbox's address. */
export const InboxRow = z.object({
  id: z.uuid(),
  number: z.int(),
  name: z.string(),
  isActive: z.boolean(),
  webhookUrl: z.string().nullable(),
  last: z.object({ at: instant, status: z.int().nullable() }).nullable(),
  failure: z.object({ at: instant, detail: z.string() }).nullable(),
})
export type InboxRow = z.infer<typeof InboxRow>

/** `baseUrl` is null where the installation has no public address: the address in the browser is used then. */
export const Overview = z.object({
  accountId: z.int(),
  baseUrl: z.string().nullable(),
  tokens: z.array(ShownToken),
  inboxes: z.array(InboxRow),
})
export type Overview = z.infer<typeof Overview>
