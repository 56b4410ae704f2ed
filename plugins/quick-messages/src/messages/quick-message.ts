import { id, instant, type QueueId } from '@recado/sdk'
import * as z from 'zod'
import { keyPattern, maxKeyLength, maxParts, maxTextLength, scopes } from './limits.ts'

export const ScopeName = z.enum(scopes)

const Key = z.string().trim().min(1).max(maxKeyLength).regex(keyPattern)
const Text = z.string().trim().max(maxTextLength)

const QuickMessageFile = z.object({ name: z.string(), mime: z.string(), bytes: z.int(), url: z.string() })
export type QuickMessageFile = z.infer<typeof QuickMessageFile>

/** One piece, which becomes a message of its own: a text, or a file with `text` beside it. `url` works for an hour. */
export const QuickMessagePart = z.object({ id: z.uuid(), text: z.string(), file: QuickMessageFile.nullable() })
export type QuickMessagePart = z.infer<typeof QuickMessagePart>

/**
 * A quick message as its readers see it. `message` and `file` are those of the first part, for clients that know no
 * others. `editable`: whether the reader may change it.
 */
export const QuickMessage = z.object({
  id: z.uuid(),
  key: z.string(),
  message: z.string(),
  scope: ScopeName,
  queueId: id<QueueId>().nullable(),
  queue: z.string().nullable(),
  file: QuickMessageFile.nullable(),
  parts: z.array(QuickMessagePart),
  editable: z.boolean(),
  updatedAt: instant,
})
export type QuickMessage = z.infer<typeof QuickMessage>

const Head = z.object({
  key: Key,
  scope: ScopeName.default('personal'),
  queueId: id<QueueId>().nullable().default(null),
})
/** Key and owner of a message. */
export type QuickMessageHead = z.output<typeof Head>

/** Request of the family's clients: one text. `key` and `message` alone make a personal one. */
export const QuickMessageDraft = Head.extend({ message: Text.min(1) }).strict()

/** `keep`: the file of the part that has this id. `upload`: which of the files that come along, counted from 0. */
const PartDraft = z
  .object({
    text: Text.default(''),
    file: z
      .union([
        z.object({ keep: z.uuid() }).strict(),
        z
          .object({
            upload: z
              .int()
              .min(0)
              .max(maxParts - 1),
          })
          .strict(),
      ])
      .nullable()
      .default(null),
  })
  .strict()
  .refine(({ text, file }) => text !== '' || file !== null, { error: 'has neither text nor file' })
export type PartDraft = z.output<typeof PartDraft>

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
/** A message of parts; multipart carries the draft as JSON, and its files beside it. */
export const ComposedMessage = z
  .object({ draft: z.preprocess(parsed, Head.extend({ parts: z.array(PartDraft).min(1).max(maxParts) }).strict()) })
  .strict()
export type ComposedDraft = z.output<typeof ComposedMessage>['draft']

export const QuickMessagePage = z.object({ messages: z.array(QuickMessage), nextCursor: z.string().nullable() })
export type QuickMessagePage = z.infer<typeof QuickMessagePage>
