import * as z from 'zod'
import { id, type MediaId } from './ids.ts'

/**
 * A file that is there before the message it goes along with. `path` is signed, shows it, and is what `attachments` of
 * `POST /messages/{ticketId}` takes, for twelve hours. `bytes` is its size.
 */
export const StoredUpload = z.object({
  id: id<MediaId>(),
  path: z.string(),
  name: z.string().nullable(),
  mime: z.string(),
  bytes: z.number(),
})
export type StoredUpload = z.infer<typeof StoredUpload>

/** Text fields beside the one file of POST /messages/{ticketId}/files. `voice`: it is a recorded voice note. */
export const UploadFields = z.object({ voice: z.stringbool().optional() })
