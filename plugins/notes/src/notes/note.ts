import { id, instant, keysetCursor, type ContactId, type QueueId, type TicketId, type UserId } from '@recado/sdk'
import * as z from 'zod'
import { maxContentLength } from './limits.ts'

const Content = z.string().trim().min(1).max(maxContentLength)

/** A note as its reader sees it (S3-024). `editable`: whether the reader may change and delete it. */
export const Note = z.object({
  id: z.uuid(),
  content: z.string().describe('Colleagues who are named in it stand as `<@id>`; `mentions` says what they are called'),
  mentions: z.array(z.object({ id: id<UserId>(), name: z.string() })),
  shared: z.boolean(),
  pinned: z.boolean(),
  editable: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  user: z.object({ id: id<UserId>(), name: z.string() }).nullable().describe('Who wrote it; null for an automation'),
  queue: z.object({ id: id<QueueId>(), queue: z.string() }).nullable(),
  ticket: z
    .object({ id: id<TicketId>(), protocol: z.string(), name: z.string(), contactId: id<ContactId>() })
    .nullable(),
})
export type Note = z.infer<typeof Note>

/** `pinned`: pinned ones first, then the newest. `newest`: the newest first, pinned or not. */
export const NoteOrder = z.enum(['pinned', 'newest'])
export type NoteOrder = z.infer<typeof NoteOrder>

export const NotePage = z.object({ notes: z.array(Note), nextCursor: z.string().nullable() })
export type NotePage = z.infer<typeof NotePage>

/** The last row that was looked at: pinned, when it was written, its id. */
export const position = keysetCursor(
  z.tuple([
    z.boolean(),
    z
      .string()
      .max(40)
      .regex(/^\d{4}-[\d :.+-]+$/),
    z.uuid(),
  ]),
)
export type Position = z.infer<typeof position.read>

/**
 * A note of a conversation. Shared with everybody who sees it by default. The same `key` of the same author has no
 * further effect.
 */
export const TicketNoteDraft = z
  .object({
    content: Content,
    shared: z.boolean().default(true),
    pinned: z.boolean().default(false),
    key: z.string().min(1).max(64).optional(),
  })
  .strict()
/** Of no conversation: for oneself, or with a queue for its people. */
export const FreeNoteDraft = z
  .object({ content: Content, queueId: id<QueueId>().nullable().default(null), pinned: z.boolean().default(false) })
  .strict()
/** Change of the given fields. */
export const NoteChange = z.object({ content: Content, shared: z.boolean(), pinned: z.boolean() }).partial().strict()
export type NoteChange = z.infer<typeof NoteChange>
