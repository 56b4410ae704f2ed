import * as z from 'zod'
import { MediaKind } from './capabilities.ts'
import { id, instant, type MessageId, type TicketId } from './ids.ts'

/** Groups in which files of conversations are listed, and what each holds. Stickers are in none. */
export const exchangedKinds = {
  pictures: ['image', 'video'],
  documents: ['document'],
  recordings: ['audio', 'voice'],
} as const satisfies Record<string, readonly MediaKind[]>
/** One of {@link exchangedKinds}. */
export type ExchangedKind = keyof typeof exchangedKinds

/** GET /contacts/{id}/files and GET /messages/{ticketId}/files: files of one kind, newest first. */
export const ExchangedFileQuery = z.object({
  kind: z.enum(Object.keys(exchangedKinds) as [ExchangedKind, ...ExchangedKind[]]).default('pictures'),
  cursor: z.string().max(200).optional(),
  /** Messages whose files make a page. */
  limit: z.coerce.number().int().min(1).max(100).default(30),
})
/**
 * A file that somebody sent, and the message it came with. `id` is that of the file, which several messages may carry;
 * `url` is valid for about an hour; `bytes` is null where nobody said how many.
 */
export const ExchangedFile = z.object({
  id: z.uuid(),
  url: z.string(),
  as: MediaKind,
  mime: z.string(),
  name: z.string().nullable(),
  bytes: z.int().nullable(),
  caption: z.string().nullable(),
  messageId: id<MessageId>(),
  ticketId: id<TicketId>(),
  fromMe: z.boolean(),
  username: z.string().nullable(),
  timestamp: instant,
})
export type ExchangedFile = z.infer<typeof ExchangedFile>
/** One page of files; the next one is asked for with its cursor. A message brings all of its files to one page. */
export const ExchangedFilePage = z.object({
  files: z.array(ExchangedFile),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
/** A page of files of conversations. */
export type ExchangedFilePage = z.infer<typeof ExchangedFilePage>
