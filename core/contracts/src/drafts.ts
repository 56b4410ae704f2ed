import * as z from 'zod'
import { maxTextLength } from './content.ts'
import { fileLimits } from './file-limits.ts'
import { id, instant, type MediaId, type TicketId } from './ids.ts'
import { StoredUpload } from './uploads.ts'

const fields = {
  text: z.string().max(maxTextLength),
  /** Names of all that was attached, in their order. One that is not among the uploads is to be chosen again. */
  files: z.array(z.string().max(255)).max(fileLimits.count).default([]),
  writtenAt: instant,
}

/** A user's draft in a conversation. Without text and files it means that the draft was sent or discarded. */
export const Draft = z.object({
  ticketId: id<TicketId>(),
  ...fields,
  /** The files that the server has, in their order; `path` can be sent for twelve hours. */
  uploads: z.array(StoredUpload).default([]),
})
export type Draft = z.infer<typeof Draft>

/** GET /drafts: the caller's own, the latest first, empty ones too. */
export const Drafts = z.object({ drafts: z.array(Draft) })
export type Drafts = z.infer<typeof Drafts>

/**
 * PUT /drafts/{ticketId}. `basedOn` is `writtenAt` of the draft that this one continues, as the server gave it out;
 * null for none. Of `uploads` the caller's own are kept that are still there: a text is never refused for the sake of a
 * file.
 */
export const DraftChange = z.object({
  ...fields,
  uploads: z.array(id<MediaId>()).max(fileLimits.count).default([]),
  basedOn: instant.nullable(),
})
export type DraftChange = z.infer<typeof DraftChange>

/**
 * The stored draft, and the older one that it replaced without its author's knowledge: the newer one wins, the other is
 * not lost.
 */
export const DraftKept = z.object({ draft: Draft, other: Draft.nullable() })
export type DraftKept = z.infer<typeof DraftKept>
