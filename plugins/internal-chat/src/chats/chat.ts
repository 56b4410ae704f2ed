import { id, keysetCursor, type UserId } from '@recado/sdk'
import * as z from 'zod'
import { maxNameLength, mostMembers } from '../limits.ts'

export const ChatKind = z.enum(['direct', 'group', 'team', 'thread'])
/** Of which messages of a chat its member wants to be notified. */
export const Notify = z.enum(['all', 'mentions', 'none'])
export type Notify = z.infer<typeof Notify>

/** A chat in the list of one of its members. */
export const Chat = z.object({
  id: z.uuid(),
  kind: ChatKind,
  /** The colleague's name in a direct chat. */
  name: z.string(),
  /** The colleague of a direct chat. */
  other: z.object({ id: id<UserId>(), isOnline: z.boolean() }).nullable(),
  memberCount: z.int(),
  unread: z.int(),
  /** Of threads of the chat that the reader is told of; none where they muted the thread or the chat. */
  unreadAnswers: z.int(),
  notify: Notify,
  /** The reader looks after this group. */
  isAdmin: z.boolean(),
  /** False where the colleague left the company, or the group of users is gone. */
  isOpen: z.boolean(),
  lastSeq: z.int(),
  lastAt: z.iso.datetime({ offset: true }),
  last: z
    .object({
      by: z.string(),
      isOwn: z.boolean(),
      excerpt: z.string(),
      kind: z.enum(['text', 'voice', 'file', 'quote', 'deleted', 'happening']),
    })
    .nullable(),
})
export type Chat = z.infer<typeof Chat>

/** Somebody who is in a chat. `readSeq` is the place of the last message that they have read. */
export const ChatMember = z.object({
  id: id<UserId>(),
  name: z.string(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  isOnline: z.boolean(),
  readSeq: z.int(),
})
export type ChatMember = z.infer<typeof ChatMember>

/** A chat with who is in it. Of a thread the members are those of the chat that it is in. */
export const ChatDetails = Chat.extend({
  members: z.array(ChatMember),
  /** Of a thread: the message under which it stands. */
  parent: z.object({ chatId: z.uuid(), messageId: z.uuid(), seq: z.int() }).nullable(),
})
export type ChatDetails = z.infer<typeof ChatDetails>

export const chatPosition = keysetCursor(z.tuple([z.iso.datetime({ offset: true }), z.uuid()]))
export const ChatPage = z.object({ chats: z.array(Chat), nextCursor: z.string().nullable() })
export type ChatPage = z.infer<typeof ChatPage>

export const GroupName = z.string().trim().min(1).max(maxNameLength)
/** A chat to be opened: with a colleague, of a group of users, or a group of colleagues. */
export const ChatDraft = z.union([
  z.strictObject({ userId: id<UserId>() }),
  z.strictObject({ groupId: z.uuid() }),
  z.strictObject({
    name: GroupName,
    userIds: z
      .array(id<UserId>())
      .min(1)
      .max(mostMembers - 1),
  }),
])

/** With whom one may talk. */
export const People = z.object({
  users: z.array(z.object({ id: id<UserId>(), name: z.string(), isOnline: z.boolean(), chatId: z.uuid().nullable() })),
  groups: z.array(z.object({ id: z.uuid(), name: z.string(), userCount: z.int(), chatId: z.uuid().nullable() })),
})
export type People = z.infer<typeof People>
