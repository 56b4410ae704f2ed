import { mint, type ExternalChatId, type ExternalMessageId, type ExternalUserId, type InboundEvent } from '@recado/sdk'
import * as z from 'zod'
import { Id, OptionalId, When, words } from './fields.ts'

/** Ids of comments are told apart from those of messages by this: a comment is answered in its own way. */
export const commentPrefix = 'comment:'

const Author = z.object({ id: Id, name: words, username: words })
/** A comment below a post of a professional account (field `comments`). */
const OnInstagram = z.object({
  id: Id,
  text: z.string().min(1),
  from: Author,
  media: z.object({ id: OptionalId }).catch({}),
})
/** A change on a page (field `feed`), of which only new comments are of interest. */
const OnPage = z.object({
  item: z.literal('comment'),
  verb: z.literal('add'),
  comment_id: Id,
  post_id: OptionalId,
  from: Author,
  message: z.string().min(1),
  created_time: When,
})

/** A comment as the first message of its author's conversation, which is private. Own comments are none. */
export function commentEvents(field: string, value: unknown, ownId: string, at: Date | null): InboundEvent[] {
  if (field === 'comments') {
    const { data } = OnInstagram.safeParse(value)
    return data ? [eventOf(data.id, data.from, data.text, data.media.id, at)].filter(by(ownId)) : []
  }
  if (field !== 'feed') return []
  const { data } = OnPage.safeParse(value)
  return data
    ? [eventOf(data.comment_id, data.from, data.message, data.post_id, data.created_time ?? at)].filter(by(ownId))
    : []
}

const by =
  (ownId: string) =>
  (event: InboundEvent): boolean =>
    event.type === 'message' && event.sender.id !== ownId

function eventOf(
  id: string,
  { id: author, name, username }: z.output<typeof Author>,
  said: string,
  post: string | undefined,
  at: Date | null,
): InboundEvent {
  const known = name ?? username
  return {
    type: 'message',
    id: mint<ExternalMessageId>(`${commentPrefix}${id}`),
    chat: mint<ExternalChatId>(author),
    sender: {
      id: mint<ExternalUserId>(author),
      isSelf: false,
      ...(known !== undefined && { name: known }),
      ...(username !== undefined && { username }),
    },
    isGroup: false,
    origin: 'live',
    at,
    parts: [{ kind: 'text', text: said, format: 'plain' }],
    referral: { source: 'comment', ...(post !== undefined && { post }) },
  }
}
