import { Refusal, type ColleagueGroup, type PluginTransaction, type UserId } from '@recado/sdk'
import type { Handler, UserContext } from '../context.ts'
import { refusal } from '../errors.ts'
import { mostMembers } from '../limits.ts'
import { changeMembers, type MemberChange } from '../members/members.ts'
import { requireMessage } from '../messages/kept.ts'
import { recordHappening } from '../messages/happenings.ts'
import { chatPosition, type ChatDetails } from './chat.ts'
import {
  chatsByPartner,
  countUnread,
  findChat,
  listChats,
  lockChat,
  joinThread,
  makeChat,
  makeThread,
  membersOf,
  renameChat,
  setMembers,
  setOwn,
} from './chat-store.ts'
import { isOpen, requireChat, withChats } from './standing.ts'
import { tellChat, tellMessage, tellRead, tellTyping } from './tell.ts'
import { chatView, detailsView, peopleOf } from './views.ts'

const pairOf = (one: string, other: string): string => [one, other].toSorted().join(' ')

export const readPeople: Handler<'people'> = async (_request, ctx) => {
  const { userId } = ctx.viewer
  const [colleagues, groups, chats] = await Promise.all([
    ctx.core.users.colleagues(),
    ctx.core.users.groups(),
    ctx.db.transaction((tx) => chatsByPartner(tx, ctx.tenant, userId)),
  ])
  return {
    users: colleagues
      .filter(({ id }) => id !== userId)
      .map((user) => ({ ...user, chatId: chats.find(({ pair }) => pair === pairOf(userId, user.id))?.chatId ?? null })),
    groups: groups
      .filter(({ isActive, userIds }) => isActive && userIds.includes(userId))
      .map(({ id, name, userIds }) => ({
        id,
        name,
        userCount: userIds.length,
        chatId: chats.find(({ groupId }) => groupId === id)?.chatId ?? null,
      })),
  }
}

export const readUnread: Handler<'unread'> = async (_request, ctx) => ({
  count: await withChats(ctx, (tx) => countUnread(tx, ctx.tenant, ctx.viewer.userId)),
})

export const readList: Handler<'list'> = async ({ query }, ctx) => {
  const { rows, living } = await withChats(ctx, async (tx, groups) => ({
    rows: await listChats(tx, ctx.tenant, ctx.viewer.userId, { after: query.cursor, limit: query.limit + 1 }),
    living: groups,
  }))
  const shown = rows.slice(0, query.limit)
  const people = await peopleOf(
    ctx,
    shown.flatMap(({ kind, userIds, last }) => [...(kind === 'direct' ? userIds : []), ...(last ? [last.userId] : [])]),
  )
  const end = rows.length > query.limit ? shown.at(-1) : undefined
  return {
    chats: shown.map((row) => chatView(row, ctx.viewer.userId, people, living)),
    nextCursor: end ? chatPosition.write([end.lastAt, end.id]) : null,
  }
}

/** The chat as the viewer sees it, after work in the same transaction. */
async function detailsAfter(
  ctx: UserContext,
  work: (tx: PluginTransaction, living: ReadonlyMap<string, ColleagueGroup>) => Promise<string>,
): Promise<ChatDetails> {
  const { row, whole, members, living } = await withChats(ctx, async (tx, groups) => {
    const chat = await work(tx, groups)
    const found = await requireChat(tx, ctx, chat)
    const own = await membersOf(tx, ctx.tenant, chat)
    const all = found.parent ? await membersOf(tx, ctx.tenant, found.parent.chatId) : own
    const read = new Map(own.map(({ userId, readSeq }) => [userId, readSeq]))
    return {
      row: found,
      // A thread is open as long as the chat that it is in.
      whole: found.parent ? await requireChat(tx, ctx, found.parent.chatId) : found,
      members: all.map((member) => ({ ...member, readSeq: read.get(member.userId) ?? 0 })),
      living: groups,
    }
  })
  const people = await peopleOf(ctx, [
    ...row.userIds,
    ...members.map(({ userId }) => userId),
    ...(row.last ? [row.last.userId] : []),
    ...(row.parent ? [row.parent.userId] : []),
  ])
  const active = new Set(whole.userIds.filter((user) => people.get(user)?.isActive))
  return { ...detailsView(row, members, ctx.viewer.userId, people, living), isOpen: isOpen(whole, living, active) }
}

export const openThread: Handler<'openThread'> = ({ params: { messageId } }, ctx) =>
  detailsAfter(ctx, async (tx) => {
    const message = await requireMessage(tx, ctx, messageId)
    if (message.happening || (await requireChat(tx, ctx, message.chatId)).parent) throw refusal('ERR_CHAT_KIND')
    const thread = await makeThread(tx, ctx.tenant, message)
    await joinThread(tx, ctx.tenant, thread, [message.userId], true)
    await joinThread(tx, ctx.tenant, thread, [ctx.viewer.userId], false)
    return thread
  })

export const readChat: Handler<'chat'> = ({ params }, ctx) => detailsAfter(ctx, async () => params.chatId)

/** @throws Refusal ERR_NO_USER_FOUND for who is no active user of the company */
async function requireColleagues(ctx: UserContext, users: readonly UserId[]): Promise<void> {
  const colleagues = new Set<string>((await ctx.core.users.colleagues()).map(({ id }) => id))
  if (!users.every((user) => colleagues.has(user))) throw new Refusal('ERR_NO_USER_FOUND')
}

export const openChat: Handler<'open'> = async ({ body }, ctx) => {
  const { tenant, viewer } = ctx
  if ('userId' in body) {
    if (body.userId === viewer.userId)
      throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'body.userId', message: 'is oneself' }] })
    await requireColleagues(ctx, [body.userId])
    return detailsAfter(ctx, async (tx) => {
      const chat = await makeChat(tx, tenant, { kind: 'direct', pair: pairOf(viewer.userId, body.userId) })
      await setMembers(
        tx,
        tenant,
        chat,
        [viewer.userId, body.userId].map((userId) => ({ userId, isAdmin: false })),
      )
      return chat
    })
  }
  if ('groupId' in body) {
    const group = (await ctx.core.users.groups()).find(({ id }) => id === body.groupId)
    if (!group?.isActive || !group.userIds.includes(viewer.userId)) throw new Refusal('ERR_NO_GROUP_FOUND')
    const chat = await ctx.db.transaction((tx) => makeChat(tx, tenant, { kind: 'team', groupId: group.id }))
    return detailsAfter(ctx, async () => chat)
  }
  const others = [...new Set(body.userIds)].filter((user) => user !== viewer.userId)
  await requireColleagues(ctx, others)
  const made = await detailsAfter(ctx, async (tx) => {
    const chat = await makeChat(tx, tenant, { kind: 'group', name: body.name })
    await setMembers(tx, tenant, chat, [
      { userId: viewer.userId, isAdmin: true },
      ...others.map((userId) => ({ userId, isAdmin: false })),
    ])
    await recordHappening(tx, ctx, chat, { kind: 'created', name: body.name })
    return chat
  })
  tellChat(
    ctx.core,
    made.members.map(({ id }) => id),
    made.id,
  )
  return made
}

/** @throws Refusal ERR_CHAT_KIND for a chat that is no group of colleagues' own */
async function lockGroup(tx: PluginTransaction, ctx: UserContext, chat: string): Promise<void> {
  await lockChat(tx, ctx.tenant, chat)
  if ((await requireChat(tx, ctx, chat)).kind !== 'group') throw refusal('ERR_CHAT_KIND')
}

export const rename: Handler<'rename'> = async ({ params: { chatId }, body: { name } }, ctx) => {
  const told = await withChats(ctx, async (tx) => {
    await lockGroup(tx, ctx, chatId)
    const chat = await requireChat(tx, ctx, chatId)
    if (!chat.isAdmin) throw refusal('ERR_CHAT_ADMIN_ONLY')
    await renameChat(tx, ctx.tenant, chatId, name)
    return { users: chat.userIds, message: await recordHappening(tx, ctx, chatId, { kind: 'renamed', name }) }
  })
  tellChat(ctx.core, told.users, chatId)
  tellMessage(ctx.core, told.users, told.message)
  return detailsAfter(ctx, async () => chatId)
}

/** Applies a change of who is in a group, writes it into the thread, and tells old and new members. */
async function change(
  ctx: UserContext,
  chatId: string,
  act: MemberChange,
  happening: Parameters<typeof recordHappening>[3],
): Promise<void> {
  const { tenant, viewer } = ctx
  const told = await withChats(ctx, async (tx) => {
    await lockGroup(tx, ctx, chatId)
    const before = await membersOf(tx, tenant, chatId)
    const outcome = changeMembers(before, viewer.userId, act, { at: new Date().toISOString(), most: mostMembers })
    if ('fault' in outcome) throw refusal(outcome.fault)
    await setMembers(tx, tenant, chatId, outcome.members)
    const message = await recordHappening(tx, ctx, chatId, happening)
    const [left, users] = [before, outcome.members].map((members) => members.map(({ userId }) => userId as UserId))
    return { concerned: [...new Set([...left!, ...users!])], users: users!, message }
  })
  tellChat(ctx.core, told.concerned, chatId)
  tellMessage(ctx.core, told.users, told.message)
}

export const addMembers: Handler<'addMembers'> = async ({ params: { chatId }, body: { userIds } }, ctx) => {
  await requireColleagues(ctx, userIds)
  await change(ctx, chatId, { kind: 'add', userIds }, { kind: 'added', people: userIds })
  return detailsAfter(ctx, async () => chatId)
}

export const changeMember: Handler<'changeMember'> = async ({ params: { chatId, userId }, body: { isAdmin } }, ctx) => {
  await change(
    ctx,
    chatId,
    { kind: 'admin', userId, isAdmin },
    { kind: isAdmin ? 'admin' : 'noAdmin', people: [userId] },
  )
  return detailsAfter(ctx, async () => chatId)
}

export const removeMember: Handler<'removeMember'> = async ({ params: { chatId, userId } }, ctx) => {
  const isOwn = userId === ctx.viewer.userId
  await change(
    ctx,
    chatId,
    isOwn ? { kind: 'leave' } : { kind: 'remove', userId },
    isOwn ? { kind: 'left' } : { kind: 'removed', people: [userId] },
  )
  return {}
}

export const chooseNotify: Handler<'notify'> = async ({ params: { chatId }, body: { notify } }, ctx) => {
  const { viewer, tenant } = ctx
  if (!(await withChats(ctx, (tx) => setOwn(tx, tenant, viewer.userId, chatId, { notify }))))
    throw refusal('ERR_CHAT_NOT_FOUND')
  tellChat(ctx.core, [viewer.userId], chatId)
  return { notify }
}

export const markRead: Handler<'read'> = async ({ params: { chatId }, body: { seq } }, ctx) => {
  const { viewer, tenant } = ctx
  const { own, members, parent } = await withChats(ctx, async (tx) => ({
    own: await setOwn(tx, tenant, viewer.userId, chatId, { readSeq: seq }),
    members: await membersOf(tx, tenant, chatId),
    parent: (await findChat(tx, tenant, viewer.userId, chatId))?.parent,
  }))
  if (!own) throw refusal('ERR_CHAT_NOT_FOUND')
  if (own.moved) {
    tellRead(
      ctx.core,
      members.map(({ userId }) => userId),
      { chatId, userId: viewer.userId, readSeq: own.readSeq },
    )
    ctx.core.users.push([viewer.userId], 'badge', {})
    // What is unread under the message is the reader's own.
    if (parent) tellMessage(ctx.core, [viewer.userId], { ...parent, messageId: parent.id })
  }
  return { readSeq: own.readSeq }
}

export const sayTyping: Handler<'typing'> = async ({ params: { chatId }, body: { typing } }, ctx) => {
  const { userId, name } = ctx.viewer
  const chat = await withChats(ctx, (tx) => requireChat(tx, ctx, chatId))
  tellTyping(
    ctx.core,
    chat.userIds.filter((user) => user !== userId),
    { chatId, userId, name, typing },
  )
  return {}
}
