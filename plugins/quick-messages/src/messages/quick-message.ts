import { id, instant, type QueueId } from '@recado/sdk'
import * as z from 'zod'
import { keyPattern, maxKeyLength, maxTextLength, scopes } from './limits.ts'

export const ScopeName = z.enum(scopes)

const Key = z.string().trim().min(1).max(maxKeyLength).regex(keyPattern)
const Text = z.string().trim().min(1).max(maxTextLength)

const QuickMessageFile = z.object({ name: z.string(), mime: z.string(), bytes: z.int(), url: z.string() })

/** A quick message as its readers see it. `url` works for an hour. `editable`: whether the reader may change it. */
export const QuickMessage = z.object({
  id: z.uuid(), key: z.string(), message: z.string(), scope: ScopeName, queueId: id<QueueId>().nullable(), queue: z.string().nullable(),
  file: QuickMessageFile.nullable(), editable: z.boolean(), updatedAt: instant,
})
export type QuickMessage = z.infer<typeof QuickMessage>

/** What is written to create or replace one. `key` and `message` alone, as the family's clients send them, make a personal one. */
export const QuickMessageDraft = z.object({ key: Key, message: Text, scope: ScopeName.default('personal'), queueId: id<QueueId>().nullable().default(null) }).strict()
export type QuickMessageDraft = z.output<typeof QuickMessageDraft>

export const QuickMessagePage = z.object({ messages: z.array(QuickMessage), nextCursor: z.string().nullable() })
export type QuickMessagePage = z.infer<typeof QuickMessagePage>
