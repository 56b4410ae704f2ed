import { id, type MediaId, type TicketId, type UserId } from '@recado/sdk'
import * as z from 'zod'
import { maxContentLength, mostFiles } from '../limits.ts'

const Person = z.object({ id: id<UserId>(), name: z.string() })

/** A file of a message. `path` is signed and shows it for an hour; `seconds` is the length of a voice note. */
export const ChatFile = z.object({
  id: id<MediaId>(),
  name: z.string().nullable(),
  mime: z.string(),
  bytes: z.number(),
  seconds: z.number().nullable(),
  path: z.string(),
})
export type ChatFile = z.infer<typeof ChatFile>

/** A quoted conversation as its reader may see it now: `hidden` says nothing but that there is one. */
export const Quote = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hidden') }),
  z.object({
    kind: z.literal('ticket'),
    ticketId: id<TicketId>(),
    contact: z.string(),
    protocol: z.string(),
    status: z.string(),
    /** The quoted message of it; null for the conversation itself, and where the message is gone. */
    message: z.object({ id: z.string(), body: z.string(), fromMe: z.boolean(), at: z.string() }).nullable(),
  }),
])
export type Quote = z.infer<typeof Quote>

/** What happened to a group, written between its messages. `people` are those whom it concerns. */
export const Happening = z.object({
  kind: z.enum(['created', 'added', 'removed', 'left', 'renamed', 'admin', 'noAdmin']),
  people: z.array(Person).default([]),
  name: z.string().optional(),
})

/** A message of a chat, as one of its members reads it. A deleted one has no content any more. */
export const ChatMessage = z.object({
  id: z.uuid(),
  chatId: z.uuid(),
  /** Place in the chat; grows by one. */
  seq: z.int(),
  user: Person,
  /** Of the author's client; null for others. */
  key: z.string().nullable(),
  /** With colleagues as `<@id>`; their names are in `mentions`. */
  content: z.string(),
  mentions: z.array(Person),
  happening: Happening.nullable(),
  replyTo: z.object({ id: z.uuid(), seq: z.int(), name: z.string(), excerpt: z.string() }).nullable(),
  quote: Quote.nullable(),
  files: z.array(ChatFile),
  reactions: z.array(z.object({ emoji: z.string(), users: z.array(Person) })),
  /** What was answered under the message; null without an answer. `unread` is the reader's own. */
  answers: z
    .object({
      count: z.int(),
      unread: z.int(),
      lastAt: z.iso.datetime({ offset: true }),
      users: z.array(Person),
    })
    .nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  editedAt: z.iso.datetime({ offset: true }).nullable(),
  isDeleted: z.boolean(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** Messages in their order. `older` and `newer`: whether there are more on that side. */
export const ThreadPage = z.object({
  messages: z.array(ChatMessage),
  older: z.boolean(),
  newer: z.boolean(),
})
export type ThreadPage = z.infer<typeof ThreadPage>

/** A message to be written: words, files that were uploaded to this chat before, or a quotation. */
export const MessageDraft = z
  .strictObject({
    key: z.string().min(1).max(64),
    content: z.string().trim().max(maxContentLength).default(''),
    replyTo: z.uuid().nullable().default(null),
    quote: z
      .strictObject({ ticketId: id<TicketId>(), messageId: z.uuid().nullable().default(null) })
      .nullable()
      .default(null),
    files: z.array(id<MediaId>()).max(mostFiles).default([]),
  })
  .refine(({ content, files, quote }) => content !== '' || files.length > 0 || quote !== null, 'says nothing')
export type MessageDraft = z.infer<typeof MessageDraft>

/** One emoji: what people see as one sign. */
export const Emoji = z
  .string()
  .max(16)
  .regex(/\p{Extended_Pictographic}|\p{Regional_Indicator}/u)
  .refine((text) => [...new Intl.Segmenter().segment(text)].length === 1, 'is more than one emoji')
