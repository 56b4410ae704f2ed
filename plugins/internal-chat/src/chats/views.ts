import type { ColleagueGroup, UserId } from '@recado/sdk'
import type { UserContext } from '../context.ts'
import { excerptLength } from '../limits.ts'
import { withNames, type Named } from '../messages/mentions.ts'
import type { Chat, ChatDetails } from './chat.ts'
import type { ChatRow, MemberRow } from './chat-store.ts'
import { isOpen } from './standing.ts'

/** Names are asked for in portions of this size. */
const portion = 200

/** A user as chats show them. */
export interface Person extends Named {
  readonly id: UserId
  readonly isActive: boolean
  readonly isOnline: boolean
}

/** Colleagues, and of these ids those who left the company. */
export async function peopleOf(ctx: UserContext, users: readonly UserId[]): Promise<ReadonlyMap<string, Person>> {
  const colleagues = await ctx.core.users.colleagues()
  const people = new Map<string, Person>(colleagues.map((user) => [user.id, { ...user, isActive: true }]))
  const missing = [...new Set(users)].filter((user) => !people.has(user))
  for (let at = 0; at < missing.length; at += portion)
    for (const user of await ctx.core.users.named(missing.slice(at, at + portion)))
      people.set(user.id, { ...user, isOnline: false })
  return people
}

export const nameIn = (people: ReadonlyMap<string, Person>, user: string): string => people.get(user)?.name ?? ''
export const personIn = (people: ReadonlyMap<string, Person>, user: UserId): { id: UserId; name: string } => ({
  id: user,
  name: nameIn(people, user),
})

/** The beginning of what somebody wrote, in one line. */
export const excerptOf = (content: string, people: ReadonlyMap<string, Person>): string =>
  withNames(content, [...people.values()])
    .replaceAll(/\s+/gu, ' ')
    .slice(0, excerptLength)

/** A chat as its reader sees it in the list. */
export function chatView(
  row: ChatRow,
  reader: UserId,
  people: ReadonlyMap<string, Person>,
  living: ReadonlyMap<string, ColleagueGroup>,
): Chat {
  const other = row.kind === 'direct' ? row.userIds.find((user) => user !== reader) : undefined
  const active = new Set(row.userIds.filter((user) => people.get(user)?.isActive))
  const { last } = row
  return {
    id: row.id,
    kind: row.kind,
    name: row.parent
      ? nameIn(people, row.parent.userId)
      : other
        ? nameIn(people, other)
        : (living.get(row.groupId ?? '')?.name ?? row.name ?? ''),
    other: other ? { id: other, isOnline: people.get(other)?.isOnline ?? false } : null,
    memberCount: row.userIds.length,
    unread: row.unread,
    unreadAnswers: row.unreadAnswers,
    notify: row.notify,
    isAdmin: row.isAdmin,
    isOpen: isOpen(row, living, active),
    lastSeq: row.lastSeq,
    lastAt: row.lastAt,
    last: last && {
      by: nameIn(people, last.userId),
      isOwn: last.userId === reader,
      excerpt: excerptOf(last.content, people),
      kind: last.isDeleted
        ? 'deleted'
        : last.isHappening
          ? 'happening'
          : last.content !== ''
            ? 'text'
            : last.seconds !== null
              ? 'voice'
              : last.files > 0
                ? 'file'
                : 'quote',
    },
  }
}

export const detailsView = (
  row: ChatRow,
  members: readonly MemberRow[],
  reader: UserId,
  people: ReadonlyMap<string, Person>,
  living: ReadonlyMap<string, ColleagueGroup>,
): ChatDetails => ({
  ...chatView(row, reader, people, living),
  parent: row.parent && { chatId: row.parent.chatId, messageId: row.parent.id, seq: row.parent.seq },
  members: members.map(({ userId, isAdmin, readSeq }) => ({
    id: userId,
    name: nameIn(people, userId),
    isAdmin,
    isActive: people.get(userId)?.isActive ?? false,
    isOnline: people.get(userId)?.isOnline ?? false,
    readSeq,
  })),
})
