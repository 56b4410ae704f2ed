import {
  instant,
  mint,
  plainText,
  type ExternalMessageId,
  type HistoryEntry,
  type MediaPort,
  type Part,
} from '@recado/sdk'
import * as z from 'zod'
import type { Visitor } from '../visitor/visitor.ts'

/**
 * Time for which a link to a file in the conversation is valid, in milliseconds. The widget requests new ones when it
 * connects.
 */
const fileLinkTtlMs = 3_600_000

const ThreadFile = z.object({
  kind: z.enum(['image', 'video', 'audio', 'file']),
  url: z.string(),
  name: z.string().nullable(),
  mime: z.string(),
  bytes: z.int().nullable(),
})

/** One message as its visitor sees it. `id` is the visitor's own id for what they sent, else core's. */
export const ThreadMessage = z.object({
  id: z.string(),
  position: z.string(),
  from: z.enum(['visitor', 'agent']),
  author: z.string().nullable(),
  at: instant,
  text: z.string(),
  files: z.array(ThreadFile),
  removed: z.boolean(),
})
export type ThreadMessage = z.infer<typeof ThreadMessage>

/** A position in the conversation, as core hands it out. */
export const Position = z.string().regex(/^\d{1,18}$/)

/** Prefixed with the visitor, so that nobody can take the id of somebody else's message. */
export const externalIdOf = (visitor: Visitor, clientId: string): ExternalMessageId =>
  mint<ExternalMessageId>(`${visitor.id}:${clientId}`)

const clientIdOf = (visitor: Visitor, entry: HistoryEntry): string | undefined =>
  entry.fromContact && entry.externalId?.startsWith(`${visitor.id}:`)
    ? entry.externalId.slice(visitor.id.length + 1)
    : undefined

const fileKinds = {
  image: 'image',
  sticker: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'file',
} as const

function contentOf(parts: readonly Part[], media: MediaPort): Pick<ThreadMessage, 'text' | 'files'> {
  const files = parts.flatMap((part) =>
    part.kind === 'media'
      ? [
          {
            kind: fileKinds[part.as],
            url: media.sign(part.media, fileLinkTtlMs),
            name: part.name ?? null,
            mime: part.mime,
            bytes: part.bytes ?? null,
          },
        ]
      : [],
  )
  // A file's name is shown with the file; only its caption belongs to the text.
  const words = parts
    .map((part) => (part.kind === 'media' ? (part.caption ?? '') : plainText([part])))
    .filter((text) => text !== '')
  return { text: words.join('\n'), files }
}

/** Drops all that a contact must not see and turns media handles into links. */
export const toThreadMessage = (entry: HistoryEntry, visitor: Visitor, media: MediaPort): ThreadMessage => ({
  id: clientIdOf(visitor, entry) ?? entry.id,
  position: entry.position,
  from: entry.fromContact ? 'visitor' : 'agent',
  author: entry.agentName,
  at: entry.at.toISOString(),
  removed: entry.deleted,
  ...(entry.deleted ? { text: '', files: [] } : contentOf(entry.parts, media)),
})
