import {
  instant,
  mint,
  plainText,
  type ConnectionRouteContext,
  type ExternalMessageId,
  type HistoryEntry,
  type MediaPort,
  type Part,
  type ShownAgent,
} from '@recado/sdk'
import * as z from 'zod'
import { WebchatConfig } from '../channel/config.ts'
import { chatOf, type Visitor } from '../visitor/visitor.ts'

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

/**
 * One message as its visitor sees it. `id` is the visitor's own id for what they sent, else core's; `author` and
 * `picture` are null where the company does not show who answers.
 */
export const ThreadMessage = z.object({
  id: z.string(),
  position: z.string(),
  from: z.enum(['visitor', 'agent']),
  author: z.string().nullable(),
  picture: z.string().nullable(),
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

/** What a thread is drawn from: the settings and the history of its connection, and its files. */
export type ThreadContext = Pick<ConnectionRouteContext, 'connection' | 'media'>

const Shown = WebchatConfig.pick({ showAgents: true })
const showsAgents = ({ connection }: ThreadContext): boolean => Shown.parse(connection.config).showAgents

/** Who attends the conversation, as far as the company shows it. */
export const shownAgentOf = async (ctx: ThreadContext, visitor: Visitor): Promise<ShownAgent | null> =>
  showsAgents(ctx) ? ctx.connection.history.agentOf(chatOf(visitor)) : null

/** Drops all that a contact must not see and turns media handles into links. */
export const toThreadMessage = (entry: HistoryEntry, visitor: Visitor, ctx: ThreadContext): ThreadMessage => ({
  id: clientIdOf(visitor, entry) ?? entry.id,
  position: entry.position,
  from: entry.fromContact ? 'visitor' : 'agent',
  ...(showsAgents(ctx) ? { author: entry.agentName, picture: entry.agentPicture } : { author: null, picture: null }),
  at: entry.at.toISOString(),
  removed: entry.deleted,
  ...(entry.deleted ? { text: '', files: [] } : contentOf(entry.parts, ctx.media)),
})
