import type { ColleagueGroup, PluginTransaction } from '@recado/sdk'
import type { UserContext } from '../context.ts'
import { refusal } from '../errors.ts'
import { findChat, followGroups, hasTeams, type ChatRow } from './chat-store.ts'

/** Groups of users that live, if a chat of the company is of one. */
async function livingGroups(ctx: UserContext): Promise<readonly ColleagueGroup[]> {
  if (!(await ctx.db.transaction((tx) => hasTeams(tx, ctx.tenant)))) return []
  return (await ctx.core.users.groups()).filter(({ isActive }) => isActive)
}

/**
 * Does work with chats in one transaction, after those of groups of users have taken on who is in the groups now: who
 * left a group reads nothing more. `living` are ids of groups that are there.
 */
export async function withChats<T>(
  ctx: UserContext,
  work: (tx: PluginTransaction, living: ReadonlyMap<string, ColleagueGroup>) => Promise<T>,
): Promise<T> {
  const groups = await livingGroups(ctx)
  return ctx.db.transaction(async (tx) => {
    if (groups.length > 0) await followGroups(tx, ctx.tenant, groups)
    return work(tx, new Map(groups.map((group) => [group.id, group])))
  })
}

/** @throws Refusal ERR_CHAT_NOT_FOUND for a chat that the viewer is not in */
export async function requireChat(tx: PluginTransaction, ctx: UserContext, chat: string): Promise<ChatRow> {
  const row = await findChat(tx, ctx.tenant, ctx.viewer.userId, chat)
  if (!row) throw refusal('ERR_CHAT_NOT_FOUND')
  return row
}

/**
 * Whether something may be written: not to a colleague who left, nor in a group of users that is gone.
 *
 * @param active ids of active users among the members
 */
export const isOpen = (
  chat: Pick<ChatRow, 'kind' | 'groupId' | 'userIds'>,
  living: ReadonlyMap<string, unknown>,
  active: ReadonlySet<string>,
): boolean =>
  chat.kind === 'team'
    ? living.has(chat.groupId!)
    : chat.kind === 'direct'
      ? chat.userIds.length === 2 && chat.userIds.every((user) => active.has(user))
      : true
