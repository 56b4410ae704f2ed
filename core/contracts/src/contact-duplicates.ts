import * as z from 'zod'
import { ContactMerge, ContactSummary } from './api.ts'
import { id, type ContactId } from './ids.ts'

/**
 * Contacts that have the same number, in any spelling, the same address or the same document. `keep` is the oldest one,
 * which stays unless another one is chosen.
 */
export const ContactDuplicateGroup = z.object({
  same: z.array(z.enum(['phone', 'email', 'document'])),
  keep: ContactSummary,
  others: z.array(ContactSummary),
})
export type ContactDuplicateGroup = z.infer<typeof ContactDuplicateGroup>
export const ContactDuplicateQuery = z.object({
  cursor: z.string().max(1_000).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})
/** One page of groups; `groups` is their total number. */
export const ContactDuplicatePage = z.object({
  duplicates: z.array(ContactDuplicateGroup),
  groups: z.int(),
  nextCursor: z.string().nullable(),
})
export type ContactDuplicatePage = z.infer<typeof ContactDuplicatePage>
/** POST /contact-duplicates/merge: the others of each group become part of the one to keep. */
export const ContactDuplicateMerge = z
  .object({
    groups: z
      .array(z.object({ keep: id<ContactId>(), others: z.array(id<ContactId>()).min(1).max(20) }).strict())
      .min(1)
      .max(50),
  })
  .strict()
export type ContactDuplicateMerge = z.infer<typeof ContactDuplicateMerge>
/**
 * The merges in their order, so that they can be undone; `failed` counts groups of which a contact was gone or changed
 * meanwhile.
 */
export const ContactDuplicatesMerged = z.object({ merges: z.array(ContactMerge), failed: z.int() })
export type ContactDuplicatesMerged = z.infer<typeof ContactDuplicatesMerged>
