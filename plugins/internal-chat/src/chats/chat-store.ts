import type { ColleagueGroup, PluginTransaction, TenantId, UserId } from '@recado/sdk'
import type { Member } from '../members/members.ts'
import { rowsOf } from '../sql.ts'
import type { Notify } from './chat.ts'

/** A chat with what its reader has in it. Numbers of bigint columns are below 2^53 and read as numbers. */
export interface ChatRow {
  readonly id: string
  readonly kind: 'direct' | 'group' | 'team' | 'thread'
  readonly name: string | null
  readonly groupId: string | null
  /** Of a thread: the message that is answered, and where it stands. */
  readonly parent: {
    readonly chatId: string
    readonly id: string
    readonly seq: number
    readonly userId: UserId
  } | null
  readonly lastSeq: number
  readonly lastAt: string
  readonly notify: Notify
  readonly isAdmin: boolean
  readonly readSeq: number
  readonly unread: number
  readonly unreadAnswers: number
  readonly userIds: readonly UserId[]
  readonly last: {
    readonly userId: UserId
    readonly content: string
    readonly isDeleted: boolean
    readonly isHappening: boolean
    readonly isQuote: boolean
    readonly mentions: readonly UserId[]
    readonly files: number
    readonly seconds: number | null
  } | null
}
/** A member as it is stored. */
export interface MemberRow extends Member {
  readonly userId: UserId
  readonly notify: Notify
  readonly readSeq: number
}

/** Beyond this a number of unread messages says nothing more. */
const mostUnread = 100

/** Messages `g` of the chat `c` that `m` has not read. */
const unreadMessages = `
  from plg_internal_chat.message g
 where g.tenant_id = c.tenant_id
   and g.chat_id = c.id
   and g.seq > m.read_seq
   and g.deleted_at is null
   and g.happening is null
   and g.user_id <> m.user_id`

/**
 * Answers that `m` has not read in threads of its chat, of which they want to be told: `t` is their membership of one.
 */
const unreadAnswers = `
  from plg_internal_chat.member t
  join plg_internal_chat.chat d on d.tenant_id = t.tenant_id and d.id = t.chat_id and d.last_seq > t.read_seq
  join plg_internal_chat.message g
    on g.tenant_id = t.tenant_id
   and g.chat_id = t.chat_id
   and g.seq > t.read_seq
   and g.deleted_at is null
   and g.user_id <> t.user_id
   and (t.notify = 'all' or t.user_id = any (g.mentions))
 where m.notify <> 'none'
   and t.notify <> 'none'
   and t.tenant_id = m.tenant_id
   and t.parent_chat_id = m.chat_id
   and t.user_id = m.user_id`

/** `c` is the chat and `m` the membership of the reader. */
const columns = `
  c.id, c.kind, c.name, c.group_id as "groupId", c.last_seq::float8 as "lastSeq",
  to_jsonb(c.last_at) #>> '{}' as "lastAt", m.notify, m.read_seq::float8 as "readSeq",
  m.is_admin or exists (
    select 1
      from plg_internal_chat.member p
     where p.tenant_id = m.tenant_id and p.chat_id = m.parent_chat_id and p.user_id = m.user_id and p.is_admin
  ) as "isAdmin",
  (select jsonb_build_object('chatId', p.chat_id, 'id', p.id, 'seq', p.seq, 'userId', p.user_id)
     from plg_internal_chat.message p
    where p.tenant_id = c.tenant_id and p.id = c.parent_id) as parent,
  (select count(*)::int from (select 1 ${unreadMessages} limit ${mostUnread}) unread) as unread,
  (select count(*)::int from (select 1 ${unreadAnswers} limit ${mostUnread}) unread) as "unreadAnswers",
  array(select o.user_id::text
          from plg_internal_chat.member o
         where o.tenant_id = c.tenant_id and o.chat_id = c.id
         order by o.joined_at, o.user_id) as "userIds",
  (select jsonb_build_object(
            'userId', g.user_id, 'content', left(g.content, 400), 'isDeleted', g.deleted_at is not null,
            'isHappening', g.happening is not null, 'isQuote', g.quote_ticket_id is not null,
            'mentions', to_jsonb(g.mentions),
            'files', (select count(*)
                        from plg_internal_chat.file f
                       where f.tenant_id = g.tenant_id and f.message_id = g.id),
            'seconds', (select max(f.seconds)
                          from plg_internal_chat.file f
                         where f.tenant_id = g.tenant_id and f.message_id = g.id))
     from plg_internal_chat.message g
    where g.tenant_id = c.tenant_id and g.chat_id = c.id
    order by g.seq desc limit 1) as last`
const from = `
  from plg_internal_chat.member m
  join plg_internal_chat.chat c on c.tenant_id = m.tenant_id and c.id = m.chat_id`

/** Chats of a user, the latest first. */
export const listChats = (
  tx: PluginTransaction,
  tenant: TenantId,
  user: UserId,
  { after, limit }: { readonly after?: readonly [string, string] | undefined; readonly limit: number },
): Promise<ChatRow[]> =>
  rowsOf(
    tx,
    `select ${columns} ${from} where m.tenant_id = $1 and m.user_id = $2 and c.kind <> 'thread'
       and ($3::timestamptz is null or (c.last_at, c.id) < ($3::timestamptz, $4::uuid))
     order by c.last_at desc, c.id desc limit $5`,
    [tenant, user, after?.[0] ?? null, after?.[1] ?? null, limit],
  )

/** A chat that the user is in. */
export const findChat = async (
  tx: PluginTransaction,
  tenant: TenantId,
  user: UserId,
  chat: string,
): Promise<ChatRow | undefined> =>
  (
    await rowsOf<ChatRow>(tx, `select ${columns} ${from} where m.tenant_id = $1 and m.user_id = $2 and c.id = $3`, [
      tenant,
      user,
      chat,
    ])
  )[0]

/** How many chats have something unread, answers in their threads too; muted ones are left out. */
export async function countUnread(tx: PluginTransaction, tenant: TenantId, user: UserId): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    tx,
    `select count(*)::int as count ${from}
      where m.tenant_id = $1 and m.user_id = $2 and m.notify <> 'none' and c.kind <> 'thread'
        and (c.last_seq > m.read_seq
             and exists (select 1 ${unreadMessages} and (m.notify = 'all' or m.user_id = any (g.mentions)))
             or exists (select 1 ${unreadAnswers}))`,
    [tenant, user],
  )
  return row!.count
}

/** Takes the chat for this transaction, so that its messages and members change one after the other. */
export async function lockChat(
  tx: PluginTransaction,
  tenant: TenantId,
  chat: string,
): Promise<{ readonly kind: ChatRow['kind']; readonly groupId: string | null } | undefined> {
  const [row] = await rowsOf<{ kind: ChatRow['kind']; groupId: string | null }>(
    tx,
    `select kind, group_id as "groupId" from plg_internal_chat.chat where tenant_id = $1 and id = $2 for update`,
    [tenant, chat],
  )
  return row
}

/** Members of a chat, the longest-standing first. */
export const membersOf = (tx: PluginTransaction, tenant: TenantId, chat: string): Promise<MemberRow[]> =>
  rowsOf(
    tx,
    `select user_id as "userId", is_admin as "isAdmin", notify, read_seq::float8 as "readSeq",
            joined_at::text as "joinedAt"
       from plg_internal_chat.member where tenant_id = $1 and chat_id = $2 order by joined_at, user_id`,
    [tenant, chat],
  )

/**
 * Stores the difference between the members that are and those that are to be. New ones have read everything so far.
 */
export async function setMembers(
  tx: PluginTransaction,
  tenant: TenantId,
  chat: string,
  members: readonly Pick<Member, 'userId' | 'isAdmin'>[],
): Promise<void> {
  const ids = members.map(({ userId }) => userId)
  await tx.query(
    `delete from plg_internal_chat.member where tenant_id = $1 and chat_id = $2 and not (user_id = any ($3::uuid[]))`,
    [tenant, chat, ids],
    'object',
  )
  await tx.query(
    `insert into plg_internal_chat.member (tenant_id, chat_id, user_id, is_admin, read_seq)
     select c.tenant_id, c.id, n.user_id, n.user_id = any ($4::uuid[]), c.last_seq
       from plg_internal_chat.chat c, unnest($3::uuid[]) as n (user_id)
      where c.tenant_id = $1 and c.id = $2
     on conflict (tenant_id, chat_id, user_id) do update set is_admin = excluded.is_admin
      where member.is_admin <> excluded.is_admin`,
    [tenant, chat, ids, members.filter(({ isAdmin }) => isAdmin).map(({ userId }) => userId)],
    'object',
  )
}

/** Makes a chat, or answers the one that is there: of two people, or of a group of users. */
export async function makeChat(
  tx: PluginTransaction,
  tenant: TenantId,
  chat:
    | { readonly kind: 'direct'; readonly pair: string }
    | { readonly kind: 'team'; readonly groupId: string }
    | { readonly kind: 'group'; readonly name: string },
): Promise<string> {
  const [pair, groupId, name] = [
    'pair' in chat ? chat.pair : null,
    'groupId' in chat ? chat.groupId : null,
    'name' in chat ? chat.name : null,
  ]
  const [made] = await rowsOf<{ id: string }>(
    tx,
    `insert into plg_internal_chat.chat (tenant_id, kind, pair, group_id, name)
     values ($1, $2, $3, $4, $5)
     on conflict do nothing
     returning id`,
    [tenant, chat.kind, pair, groupId, name],
  )
  if (made) return made.id
  const [known] = await rowsOf<{ id: string }>(
    tx,
    `select id from plg_internal_chat.chat where tenant_id = $1 and (pair = $2 or group_id = $3::uuid)`,
    [tenant, pair, groupId],
  )
  return known!.id
}

/** The thread under a message, made when it is first asked for; whoever wrote the message is told of its answers. */
export async function makeThread(
  tx: PluginTransaction,
  tenant: TenantId,
  parent: { readonly chatId: string; readonly id: string; readonly userId: UserId },
): Promise<string> {
  await tx.query(
    `insert into plg_internal_chat.chat (tenant_id, kind, parent_chat_id, parent_id) values ($1, 'thread', $2, $3)
     on conflict do nothing`,
    [tenant, parent.chatId, parent.id],
    'object',
  )
  const [thread] = await rowsOf<{ id: string }>(
    tx,
    `select id from plg_internal_chat.chat where tenant_id = $1 and parent_id = $2`,
    [tenant, parent.id],
  )
  return thread!.id
}

/**
 * Lets members of the chat into a thread of it. Who takes part is told of all answers; whoever only reads, of those
 * that name them. Of members of the thread nothing changes.
 */
export async function joinThread(
  tx: PluginTransaction,
  tenant: TenantId,
  thread: string,
  users: readonly UserId[],
  takesPart: boolean,
): Promise<void> {
  await tx.query(
    `insert into plg_internal_chat.member (tenant_id, chat_id, user_id, parent_chat_id, notify)
     select p.tenant_id, c.id, p.user_id, p.chat_id, case when $4 then 'all' else 'mentions' end
       from plg_internal_chat.chat c
       join plg_internal_chat.member p on p.tenant_id = c.tenant_id and p.chat_id = c.parent_chat_id
      where c.tenant_id = $1 and c.id = $2 and p.user_id = any ($3::uuid[])
     on conflict (tenant_id, chat_id, user_id) do nothing`,
    [tenant, thread, users, takesPart],
    'object',
  )
}

/** Whoever answers for the first time is told of all answers from then on, unless they have muted the thread. */
export const takePart = async (
  tx: PluginTransaction,
  tenant: TenantId,
  thread: string,
  user: UserId,
): Promise<void> => {
  await tx.query(
    `update plg_internal_chat.member m set notify = 'all'
      where m.tenant_id = $1 and m.chat_id = $2 and m.user_id = $3 and m.notify = 'mentions'
        and not exists (
          select 1
            from plg_internal_chat.message g
           where g.tenant_id = m.tenant_id and g.chat_id = m.chat_id and g.user_id = m.user_id)`,
    [tenant, thread, user],
    'object',
  )
}

/** What stands under messages that were answered. */
export interface AnswersRow {
  readonly parentId: string
  readonly threadId: string
  readonly count: number
  readonly lastAt: string
  readonly unread: number
  readonly userIds: readonly UserId[]
}

/** Of these messages those that have answers. For who has not opened a thread, nothing in it is unread. */
export const answersOf = (
  tx: PluginTransaction,
  tenant: TenantId,
  user: UserId,
  messages: readonly string[],
): Promise<AnswersRow[]> =>
  rowsOf(
    tx,
    `select c.parent_id as "parentId", c.id as "threadId", count(*)::int as count,
            to_jsonb(max(g.created_at)) #>> '{}' as "lastAt",
            count(*) filter (where g.seq > m.read_seq and g.user_id <> $2)::int as unread,
            array_agg(distinct g.user_id::text) as "userIds"
       from plg_internal_chat.chat c
       join plg_internal_chat.message g on g.tenant_id = c.tenant_id and g.chat_id = c.id and g.deleted_at is null
       left join plg_internal_chat.member m on m.tenant_id = c.tenant_id and m.chat_id = c.id and m.user_id = $2
      where c.tenant_id = $1 and c.parent_id = any ($3::uuid[])
      group by c.parent_id, c.id`,
    [tenant, user, messages],
  )

/** Chats of groups of users take on who is in the groups now; those of a group that is gone stay as they were. */
export async function followGroups(
  tx: PluginTransaction,
  tenant: TenantId,
  groups: readonly ColleagueGroup[],
): Promise<void> {
  const living = groups.filter(({ isActive }) => isActive)
  const pairs = living.flatMap(({ id, userIds }) => userIds.map((user) => ({ id, user })))
  await tx.query(
    `with wanted as (
       select c.tenant_id, c.id as chat_id, w.user_id, c.last_seq from plg_internal_chat.chat c
         join unnest($2::uuid[], $3::uuid[]) as w (group_id, user_id) on w.group_id = c.group_id
        where c.tenant_id = $1),
     gone as (
       delete from plg_internal_chat.member m using plg_internal_chat.chat c
        where m.tenant_id = $1 and c.tenant_id = m.tenant_id and c.id = m.chat_id and c.group_id = any ($4::uuid[])
          and not exists (select 1 from wanted w where w.chat_id = m.chat_id and w.user_id = m.user_id))
     insert into plg_internal_chat.member (tenant_id, chat_id, user_id, read_seq)
     select tenant_id, chat_id, user_id, last_seq from wanted on conflict do nothing`,
    [tenant, pairs.map(({ id }) => id), pairs.map(({ user }) => user), living.map(({ id }) => id)],
    'object',
  )
}

/** Whether any chat of the company is one of a group of users: only then groups have to be asked for. */
export const hasTeams = async (tx: PluginTransaction, tenant: TenantId): Promise<boolean> =>
  (
    await rowsOf(tx, `select 1 from plg_internal_chat.chat where tenant_id = $1 and group_id is not null limit 1`, [
      tenant,
    ])
  ).length > 0

/** Ids of the user's direct chats by colleague, and of chats by group of users. */
export const chatsByPartner = (
  tx: PluginTransaction,
  tenant: TenantId,
  user: UserId,
): Promise<Array<{ readonly chatId: string; readonly pair: string | null; readonly groupId: string | null }>> =>
  rowsOf(
    tx,
    `select c.id as "chatId", c.pair, c.group_id as "groupId" ${from}
      where m.tenant_id = $1 and m.user_id = $2 and c.kind in ('direct', 'team')`,
    [tenant, user],
  )

/** Changes what one member has for themselves; never back to what was read before. */
export async function setOwn(
  tx: PluginTransaction,
  tenant: TenantId,
  user: UserId,
  chat: string,
  change: { readonly notify?: Notify; readonly readSeq?: number },
): Promise<{ readonly readSeq: number; readonly moved: boolean } | undefined> {
  const [row] = await rowsOf<{ readSeq: number; before: number }>(
    tx,
    `update plg_internal_chat.member m
        set notify = coalesce($4, m.notify), read_seq = greatest(m.read_seq, least($5::bigint, c.last_seq))
       from plg_internal_chat.chat c, plg_internal_chat.member old
      where m.tenant_id = $1 and m.user_id = $2 and m.chat_id = $3 and c.tenant_id = m.tenant_id and c.id = m.chat_id
        and old.tenant_id = m.tenant_id and old.chat_id = m.chat_id and old.user_id = m.user_id
     returning m.read_seq::float8 as "readSeq", old.read_seq::float8 as before`,
    [tenant, user, chat, change.notify ?? null, change.readSeq ?? 0],
  )
  return row && { readSeq: row.readSeq, moved: row.readSeq > row.before }
}

export const renameChat = async (
  tx: PluginTransaction,
  tenant: TenantId,
  chat: string,
  name: string,
): Promise<void> => {
  await tx.query(
    `update plg_internal_chat.chat set name = $3 where tenant_id = $1 and id = $2`,
    [tenant, chat, name],
    'object',
  )
}

/** Chats that a user is in; of groups that colleagues made, to see to their administrators. */
export const groupsWith = async (tx: PluginTransaction, tenant: TenantId, user: UserId): Promise<string[]> =>
  (
    await rowsOf<{ id: string }>(
      tx,
      `select c.id ${from} where m.tenant_id = $1 and m.user_id = $2 and c.kind = 'group'`,
      [tenant, user],
    )
  ).map(({ id }) => id)
