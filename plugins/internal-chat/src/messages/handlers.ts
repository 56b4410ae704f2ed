import { Refusal, type ContactId, type PluginTransaction, type TicketId, type UserId } from '@recado/sdk'
import {
  findChat,
  joinThread,
  lockChat,
  membersOf,
  takePart,
  type ChatRow,
  type MemberRow,
} from '../chats/chat-store.ts'
import { isOpen, requireChat, withChats } from '../chats/standing.ts'
import { tellMessage } from '../chats/tell.ts'
import { chatView, excerptOf, nameIn, peopleOf } from '../chats/views.ts'
import type { Handler, UserContext } from '../context.ts'
import { refusal } from '../errors.ts'
import { maxFileBytes, mostMentions, shortestVoice } from '../limits.ts'
import { scheduleSweep } from '../retention.ts'
import { attachFiles, filesOf, insertFile } from './file-store.ts'
import { mentionedIn } from './mentions.ts'
import { requireKept, requireMessage } from './kept.ts'
import type { ChatMessage, MessageDraft } from './message.ts'
import {
  changeContent,
  emptyMessages,
  findByKey,
  findMessage,
  insertMessage,
  readThread as readRows,
  searchMessages,
  setReaction,
  type MessageRow,
} from './message-store.ts'
import { messageViews } from './views.ts'
import { voiceLength } from './voice-length.ts'

const mostFound = 50

export const readThread: Handler<'thread'> = async ({ params, query: { before, after, limit } }, ctx) => {
  const { rows, chat } = await withChats(ctx, async (tx) => ({
    chat: await requireChat(tx, ctx, params.chatId),
    rows: await readRows(tx, ctx.tenant, params.chatId, { before, after, limit: limit + 1 }),
  }))
  const hasMore = rows.length > limit
  const shown = after === undefined ? rows.slice(hasMore ? 1 : 0) : rows.slice(0, limit)
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    messages: await messageViews(ctx, shown),
    older: after === undefined ? hasMore : first !== undefined && first.seq > 1,
    newer: last !== undefined && last.seq < chat.lastSeq,
  }
}

export const readMessage: Handler<'message'> = async ({ params }, ctx) =>
  (await messageViews(ctx, [await withChats(ctx, (tx) => requireMessage(tx, ctx, params.messageId))]))[0]!

/** @throws Refusal ERR_CHAT_NOT_A_MEMBER for a mention of who is not in the chat, ERR_VALIDATION for too many */
function requireMembers(content: string, members: readonly UserId[]): readonly UserId[] {
  const named = mentionedIn(content) as UserId[]
  if (named.length > mostMentions)
    throw new Refusal('ERR_VALIDATION', {
      issues: [{ path: 'body.content', message: `at most ${mostMentions} colleagues are named` }],
    })
  if (!named.every((user) => members.includes(user))) throw refusal('ERR_CHAT_NOT_A_MEMBER')
  return named
}

/** The quoted conversation, which its author sees. @throws Refusal ERR_NO_TICKET_FOUND, ERR_CHAT_MESSAGE_NOT_FOUND */
async function quotable(
  ctx: UserContext,
  quote: MessageDraft['quote'],
): Promise<{ ticketId: TicketId; messageId: string | null; contactId: ContactId } | null> {
  if (!quote) return null
  const [ticket] = await ctx.core.tickets.visibleTo(ctx.viewer, [quote.ticketId])
  if (!ticket) throw new Refusal('ERR_NO_TICKET_FOUND')
  if (quote.messageId !== null) {
    const message = await ctx.core.messages.get(quote.messageId as never)
    if (message?.ticketId !== ticket.id) throw refusal('ERR_CHAT_MESSAGE_NOT_FOUND')
  }
  return { ...quote, contactId: ticket.contactId }
}

/** @throws Refusal ERR_CHAT_CLOSED where nothing can be written any more */
async function requireOpen(ctx: UserContext, chat: ChatRow, living: ReadonlyMap<string, unknown>): Promise<void> {
  if (chat.parent) {
    const { chatId } = chat.parent
    return requireOpen(ctx, await ctx.db.transaction((tx) => requireChat(tx, ctx, chatId)), living)
  }
  const active = new Set<string>(
    (await ctx.core.users.named(chat.userIds.slice(0, 200))).filter((user) => user.isActive).map(({ id }) => id),
  )
  if (!isOpen(chat, living, active)) throw refusal('ERR_CHAT_CLOSED')
}

export const send: Handler<'send'> = async ({ params: { chatId }, body }, ctx) => {
  const { tenant, viewer } = ctx
  const quote = await quotable(ctx, body.quote)
  const before = await withChats(ctx, async (tx, living) => ({ chat: await requireChat(tx, ctx, chatId), living }))
  await requireOpen(ctx, before.chat, before.living)
  const { row, members, isNew } = await ctx.db.transaction(async (tx) => {
    await lockChat(tx, tenant, chatId)
    const chat = await requireChat(tx, ctx, chatId)
    const known = await findByKey(tx, tenant, viewer.userId, body.key)
    if (known && known.chatId !== chatId)
      throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'body.key', message: 'is of another message' }] })
    if (known) return { row: known, members: await membersOf(tx, tenant, chatId), isNew: false }
    const named = requireMembers(body.content, await mentionable(tx, ctx, chat))
    if (body.replyTo !== null && (await requireKept(tx, ctx, body.replyTo)).chatId !== chatId)
      throw refusal('ERR_CHAT_MESSAGE_NOT_FOUND')
    if (chat.parent) {
      await takePart(tx, tenant, chatId, viewer.userId)
      await joinThread(tx, tenant, chatId, named, true)
    }
    const { id } = await insertMessage(tx, tenant, {
      chatId,
      userId: viewer.userId,
      key: body.key,
      content: body.content,
      replyTo: body.replyTo,
      mentions: named,
      quote,
    })
    const attached = await attachFiles(tx, tenant, { id, chatId, userId: viewer.userId }, body.files)
    if (attached < new Set(body.files).size) throw new Refusal('ERR_NO_MEDIA_FOUND')
    return {
      row: (await findMessage(tx, tenant, viewer.userId, id))!,
      members: await membersOf(tx, tenant, chatId),
      isNew: true,
    }
  })
  const [view] = await messageViews(ctx, [row])
  if (isNew) {
    tellMessage(
      ctx.core,
      members.map(({ userId }) => userId),
      { chatId, messageId: row.id, seq: row.seq },
    )
    await tellParent(ctx, before.chat)
    await notify(ctx, before.chat, members, row)
    await scheduleSweep(ctx)
  }
  return view!
}

/** Whoever may be named in a message: of a thread, those in the chat that it is in. */
const mentionable = async (tx: PluginTransaction, ctx: UserContext, chat: ChatRow): Promise<readonly UserId[]> =>
  chat.parent ? (await requireChat(tx, ctx, chat.parent.chatId)).userIds : chat.userIds

/** Answers are counted under their message, for all who see it. */
async function tellParent(ctx: UserContext, { parent }: ChatRow): Promise<void> {
  if (!parent) return
  const chat = await ctx.db.transaction((tx) => findChat(tx, ctx.tenant, ctx.viewer.userId, parent.chatId))
  if (chat) tellMessage(ctx.core, chat.userIds, { chatId: parent.chatId, messageId: parent.id, seq: parent.seq })
}

/** Notifies those who want it, of the written words alone: what is quoted is not for everybody. */
async function notify(ctx: UserContext, chat: ChatRow, members: readonly MemberRow[], row: MessageRow): Promise<void> {
  const named = mentionedIn(row.content)
  const users = members
    .filter(({ userId, notify }) =>
      userId === ctx.viewer.userId ? false : notify === 'all' || (notify === 'mentions' && named.includes(userId)),
    )
    .map(({ userId }) => userId)
  if (users.length === 0) return
  const people = await peopleOf(ctx, [ctx.viewer.userId, ...(named as UserId[])])
  const place = chat.kind === 'direct' || chat.name === null ? '' : ` (${chat.name})`
  const [file] = row.files
  const words =
    excerptOf(row.content, people) || (file ? (file.seconds === null ? `📎 ${file.name ?? ''}` : '🎤') : '💬')
  await ctx.core.notifications.notify(users, {
    text: `${nameIn(people, ctx.viewer.userId)}${place}: ${words}`,
    path: chat.parent
      ? `/chat-interno?conversa=${chat.parent.chatId}&em=${chat.parent.seq}&respostas=${chat.parent.id}`
      : `/chat-interno?conversa=${chat.id}`,
    tag: `internal-chat-${chat.id}`,
  })
}

export const upload: Handler<'upload'> = async ({ params: { chatId }, body, files }, ctx) => {
  const { chat, living } = await withChats(ctx, async (tx, groups) => ({
    chat: await requireChat(tx, ctx, chatId),
    living: groups,
  }))
  await requireOpen(ctx, chat, living)
  const [file, ...others] = files
  if (!file || others.length > 0) throw new Refusal('ERR_NO_FILE_UPLOADED')
  if (file.bytes.byteLength > maxFileBytes) throw new Refusal('ERR_FILE_TOO_LARGE', { limit: maxFileBytes })
  const seconds = body.voice ? await voiceLength(file.bytes) : null
  if (seconds === undefined) throw new Refusal('ERR_FILE_TYPE')
  if (seconds !== null && seconds < shortestVoice) throw refusal('ERR_CHAT_AUDIO_TOO_SHORT')
  const stored = await ctx.media.put(file.bytes, { name: file.name, mime: file.mime, maxBytes: maxFileBytes })
  await ctx.db.transaction((tx) =>
    insertFile(tx, ctx.tenant, { ...stored, chatId, userId: ctx.viewer.userId, seconds }),
  )
  return { ...stored, seconds, path: ctx.media.sign(stored.id, 60 * 60_000) }
}

/** Does an act on a message and tells who is in its chat. */
async function act(
  ctx: UserContext,
  messageId: string,
  work: (tx: PluginTransaction, row: MessageRow, chat: ChatRow) => Promise<void>,
  writes: boolean,
): Promise<ChatMessage> {
  const { chat, living } = await withChats(ctx, async (tx, groups) => ({
    chat: (await findChat(tx, ctx.tenant, ctx.viewer.userId, (await requireKept(tx, ctx, messageId)).chatId))!,
    living: groups,
  }))
  if (writes) await requireOpen(ctx, chat, living)
  const row = await ctx.db.transaction(async (tx) => {
    await lockChat(tx, ctx.tenant, chat.id)
    await work(tx, await requireKept(tx, ctx, messageId), chat)
    return requireMessage(tx, ctx, messageId)
  })
  tellMessage(ctx.core, chat.userIds, { chatId: chat.id, messageId, seq: row.seq })
  await tellParent(ctx, chat)
  return (await messageViews(ctx, [row]))[0]!
}

export const edit: Handler<'edit'> = ({ params, body: { content } }, ctx) =>
  act(
    ctx,
    params.messageId,
    async (tx, row, chat) => {
      if (row.userId !== ctx.viewer.userId) throw refusal('ERR_CHAT_NOT_YOURS')
      await changeContent(tx, ctx.tenant, row.id, content, requireMembers(content, await mentionable(tx, ctx, chat)))
    },
    true,
  )

export const remove: Handler<'remove'> = async ({ params }, ctx) => {
  await act(
    ctx,
    params.messageId,
    async (tx, row, chat) => {
      if (row.userId !== ctx.viewer.userId && !chat.isAdmin) throw refusal('ERR_CHAT_NOT_YOURS')
      await ctx.media.release(await filesOf(tx, ctx.tenant, [row.id]))
      await emptyMessages(tx, ctx.tenant, [row.id])
    },
    false,
  )
  return {}
}

export const react: Handler<'react'> = ({ params, body: { emoji } }, ctx) =>
  act(ctx, params.messageId, (tx, row) => setReaction(tx, ctx.tenant, ctx.viewer.userId, row.id, emoji), true)

export const search: Handler<'search'> = async ({ query }, ctx) => {
  const { rows, chats, living } = await withChats(ctx, async (tx, groups) => {
    const found = await searchMessages(tx, ctx.tenant, ctx.viewer.userId, query.searchParam, query.chatId, mostFound)
    const ids = [...new Set(found.map(({ chatId }) => chatId))]
    const rowsOfChats: ChatRow[] = []
    for (const id of ids) rowsOfChats.push(await requireChat(tx, ctx, id))
    return { rows: found, chats: rowsOfChats, living: groups }
  })
  const people = await peopleOf(ctx, [
    ...rows.flatMap(({ userId, mentions }) => [userId, ...mentions]),
    ...chats.flatMap(({ userIds }) => userIds),
  ])
  const names = new Map(chats.map((chat) => [chat.id, chatView(chat, ctx.viewer.userId, people, living).name]))
  return {
    messages: rows.map((row) => ({
      id: row.id,
      chatId: row.chatId,
      chat: names.get(row.chatId)!,
      seq: row.seq,
      threadOf: row.threadOf,
      by: nameIn(people, row.userId),
      content: excerptOf(row.content, people),
      createdAt: row.createdAt,
    })),
  }
}
