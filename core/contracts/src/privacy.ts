import * as z from 'zod'
import { erasureReasons } from './erasure-reasons.ts'
import { id, instant, type ConnectionId, type ContactId, type ExternalChatId, type UserId } from './ids.ts'

/**
 * Identities of a contact, and their conversations at the providers. A plugin gets it for an export or an erasure of
 * its data, because core's own rows are gone by then or hold less.
 */
export interface ContactFootprint {
  /** Ids of the contact, those that were merged into it among them. */
  readonly contacts: readonly ContactId[]
  readonly identities: readonly { readonly kind: string; readonly value: string }[]
  readonly chats: readonly { readonly connection: ConnectionId; readonly chat: ExternalChatId }[]
}

/** Why somebody is erased; see {@link erasureReasons}. */
export const ErasureReason = z.enum(erasureReasons)
export type ErasureReason = z.infer<typeof ErasureReason>

/** Counts of the data that is kept of a contact, or was exported or erased. Numbers alone. */
export const PrivacyCounts = z.object({
  tickets: z.int(),
  messages: z.int(),
  files: z.int(),
  identities: z.int(),
  merges: z.int(),
})
export type PrivacyCounts = z.infer<typeof PrivacyCounts>

/** A requested export or erasure, and its state. An erased contact has the name of its shell. */
export const PrivacyRequest = z.object({
  id: z.uuid(),
  kind: z.enum(['export', 'erasure']),
  state: z.enum(['running', 'done', 'failed', 'expired']),
  contact: z.object({ id: id<ContactId>(), name: z.string() }),
  reason: ErasureReason.nullable(),
  requestedBy: z.object({ id: id<UserId>(), name: z.string().nullable() }),
  /** A share from 0 to 1. */
  progress: z.number(),
  counts: PrivacyCounts.partial(),
  /** Plugins that still have to do their part; of a finished export, whose part is missing. */
  waitingFor: z.array(z.string()),
  bytes: z.int().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  expiresAt: instant.nullable(),
})
export type PrivacyRequest = z.infer<typeof PrivacyRequest>
/** One page of requests, newest first; the next one is asked for with its cursor. */
export const PrivacyRequestPage = z.object({
  requests: z.array(PrivacyRequest),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type PrivacyRequestPage = z.infer<typeof PrivacyRequestPage>
export const PrivacyRequestQuery = z.object({
  contactId: id<ContactId>().optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/** Body of POST /privacy/exports. */
export const ExportRequest = z.object({ contactId: id<ContactId>() }).strict()
/** Body of POST /privacy/erasures. */
export const ErasureRequest = z.object({ contactId: id<ContactId>(), reason: ErasureReason }).strict()
/** GET /privacy/erasures/preview: counts of the data to be erased, and the plugins that would erase their part. */
export const ErasurePreview = z.object({
  contact: z.object({ id: id<ContactId>(), name: z.string() }),
  counts: PrivacyCounts,
  plugins: z.array(z.string()),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>
