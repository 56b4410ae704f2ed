import type { ContactId, MediaId, MessageId, PluginTransaction, TenantId, TicketId, UserId } from '@recado/sdk'
import { rowsOf } from '../sql.ts'

/** A message as it is stored, with its files and reactions. */
export interface MessageRow {
  readonly id: string
  readonly chatId: string
  readonly seq: number
  readonly userId: UserId
  readonly key: string
  readonly content: string
  readonly happening: { readonly kind: string; readonly people?: readonly UserId[]; readonly name?: string } | null
  readonly reply: {
    readonly id: string
    readonly seq: number
    readonly userId: UserId
    readonly content: string
  } | null
  readonly quoteTicketId: TicketId | null
  readonly quoteMessageId: MessageId | null
  readonly createdAt: string
  readonly editedAt: string | null
  readonly isDeleted: boolean
  readonly files: ReadonlyArray<{
    readonly id: MediaId
    readonly name: string | null
    readonly mime: string
    readonly bytes: number
    readonly seconds: number | null
  }>
  readonly reactions: ReadonlyArray<{ readonly emoji: string; readonly userId: UserId }>
}
/** A message to be stored. */
export interface NewMessage {
  readonly chatId: string
  readonly userId: UserId
  readonly key: string
  readonly content: string
  readonly happening?: MessageRow['happening']
  readonly replyTo?: string | null
  readonly mentions?: readonly UserId[]
  readonly quote?: {
    readonly ticketId: TicketId
    readonly messageId: string | null
    readonly contactId: ContactId
  } | null
}

const select = `
  select g.id, g.chat_id as "chatId", g.seq::float8 as seq, g.user_id as "userId", g.key, g.content, g.happening,
         g.quote_ticket_id as "quoteTicketId", g.quote_message_id as "quoteMessageId",
         to_jsonb(g.created_at) #>> '{}' as "createdAt", to_jsonb(g.edited_at) #>> '{}' as "editedAt",
         g.deleted_at is not null as "isDeleted",
         (select jsonb_build_object('id', r.id, 'seq', r.seq, 'userId', r.user_id, 'content', left(r.content, 400))
            from plg_internal_chat.message r
           where r.tenant_id = g.tenant_id and r.id = g.reply_to) as reply,
         coalesce((select jsonb_agg(jsonb_build_object('id', f.media_id, 'name', f.name, 'mime', f.mime,
           'bytes', f.bytes, 'seconds', f.seconds) order by f.position)
                     from plg_internal_chat.file f
                    where f.tenant_id = g.tenant_id and f.message_id = g.id),
                  '[]') as files,
         coalesce((select jsonb_agg(jsonb_build_object('emoji', e.emoji, 'userId', e.user_id) order by e.created_at,
           e.user_id)
                     from plg_internal_chat.reaction e
                    where e.tenant_id = g.tenant_id and e.message_id = g.id),
                  '[]') as reactions
    from plg_internal_chat.message g`

/** Messages of a chat on one side of a place, in their order; one more than asked for says that there are more. */
export async function readThread(
  tx: PluginTransaction,
  tenant: TenantId,
  chat: string,
  {
    before,
    after,
    limit,
  }: { readonly before?: number | undefined; readonly after?: number | undefined; readonly limit: number },
): Promise<MessageRow[]> {
  if (after !== undefined)
    return rowsOf(tx, `${select} where g.tenant_id = $1 and g.chat_id = $2 and g.seq > $3 order by g.seq limit $4`, [
      tenant,
      chat,
      after,
      limit,
    ])
  const rows = await rowsOf<MessageRow>(
    tx,
    `${select} where g.tenant_id = $1 and g.chat_id = $2 and g.seq < $3 order by g.seq desc limit $4`,
    [tenant, chat, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.toReversed()
}

/** A message of a chat that the user is in. */
export const findMessage = async (
  tx: PluginTransaction,
  tenant: TenantId,
  user: UserId,
  message: string,
): Promise<MessageRow | undefined> =>
  (
    await rowsOf<MessageRow>(
      tx,
      `${select}
         join plg_internal_chat.member m on m.tenant_id = g.tenant_id and m.chat_id = g.chat_id and m.user_id = $2
        where g.tenant_id = $1 and g.id = $3`,
      [tenant, user, message],
    )
  )[0]

/** The message that this author has written with the key before. */
export const findByKey = async (
  tx: PluginTransaction,
  tenant: TenantId,
  user: UserId,
  key: string,
): Promise<MessageRow | undefined> =>
  (
    await rowsOf<MessageRow>(tx, `${select} where g.tenant_id = $1 and g.user_id = $2 and g.key = $3`, [
      tenant,
      user,
      key,
    ])
  )[0]

/** Stores a message as the next of its chat, which is locked; its author has read it. Answers its id and place. */
export async function insertMessage(
  tx: PluginTransaction,
  tenant: TenantId,
  message: NewMessage,
): Promise<{ readonly id: string; readonly seq: number }> {
  const [row] = await rowsOf<{ id: string; seq: number }>(
    tx,
    `with next as (
       update plg_internal_chat.chat set last_seq = last_seq + 1, last_at = clock_timestamp()
        where tenant_id = $1 and id = $2
       returning last_seq)
     insert into plg_internal_chat.message (tenant_id, chat_id, seq, user_id, key, content, happening, reply_to,
       mentions, quote_ticket_id, quote_message_id, quote_contact_id)
     select $1, $2, last_seq, $3, $4, $5, $6::jsonb, $7, $8::uuid[], $9, $10, $11
       from next
     returning id, seq::float8 as seq`,
    [
      tenant,
      message.chatId,
      message.userId,
      message.key,
      message.content,
      message.happening ? JSON.stringify(message.happening) : null,
      message.replyTo ?? null,
      message.mentions ?? [],
      message.quote?.ticketId ?? null,
      message.quote?.messageId ?? null,
      message.quote?.contactId ?? null,
    ],
  )
  await tx.query(
    `update plg_internal_chat.member set read_seq = $4
      where tenant_id = $1 and chat_id = $2 and user_id = $3 and not $5::boolean`,
    [tenant, message.chatId, message.userId, row!.seq, message.happening !== undefined],
    'object',
  )
  return row!
}

export const changeContent = async (
  tx: PluginTransaction,
  tenant: TenantId,
  message: string,
  content: string,
  mentions: readonly UserId[],
): Promise<void> => {
  await tx.query(
    `update plg_internal_chat.message set content = $3, mentions = $4::uuid[], edited_at = now()
      where tenant_id = $1 and id = $2 and content <> $3`,
    [tenant, message, content, mentions],
    'object',
  )
}

/** Empties messages and leaves their places: what they said, quoted and carried is gone. Answers their chats. */
export async function emptyMessages(
  tx: PluginTransaction,
  tenant: TenantId,
  messages: readonly string[],
): Promise<void> {
  if (messages.length === 0) return
  for (const table of ['reaction', 'file'])
    await tx.query(
      `delete from plg_internal_chat.${table} where tenant_id = $1 and message_id = any ($2::uuid[])`,
      [tenant, messages],
      'object',
    )
  await tx.query(
    `update plg_internal_chat.message
        set content = '', mentions = '{}', reply_to = null, quote_ticket_id = null, quote_message_id = null,
            quote_contact_id = null, deleted_at = coalesce(deleted_at, now())
      where tenant_id = $1 and id = any ($2::uuid[])`,
    [tenant, messages],
    'object',
  )
}

export const setReaction = async (
  tx: PluginTransaction,
  tenant: TenantId,
  user: UserId,
  message: string,
  emoji: string | null,
): Promise<void> => {
  await tx.query(
    emoji === null
      ? `delete from plg_internal_chat.reaction where tenant_id = $1 and message_id = $2 and user_id = $3`
      : `insert into plg_internal_chat.reaction (tenant_id, message_id, user_id, emoji) values ($1, $2, $3, $4)
         on conflict (tenant_id, message_id, user_id) do update set emoji = excluded.emoji`,
    emoji === null ? [tenant, message, user] : [tenant, message, user, emoji],
    'object',
  )
}

/** Messages of the user's chats that contain the text, the latest first. `%` and `_` are just characters. */
export const searchMessages = (
  tx: PluginTransaction,
  tenant: TenantId,
  user: UserId,
  text: string,
  chat: string | undefined,
  limit: number,
): Promise<
  Array<
    Pick<MessageRow, 'id' | 'chatId' | 'seq' | 'userId' | 'content' | 'createdAt'> & {
      readonly mentions: readonly UserId[]
      /** Of an answer: the message under which it stands. Chat and place are that message's then. */
      readonly threadOf: string | null
    }
  >
> =>
  rowsOf(
    tx,
    `select g.id, m.chat_id as "chatId", coalesce(p.seq, g.seq)::float8 as seq, g.user_id as "userId", g.content,
            to_jsonb(g.created_at) #>> '{}' as "createdAt", g.mentions::text[] as mentions, p.id as "threadOf"
       from plg_internal_chat.member m
       join plg_internal_chat.chat c on c.tenant_id = m.tenant_id and m.chat_id in (c.id, c.parent_chat_id)
       join plg_internal_chat.message g on g.tenant_id = c.tenant_id and g.chat_id = c.id
       left join plg_internal_chat.message p on p.tenant_id = c.tenant_id and p.id = c.parent_id
      where m.tenant_id = $1
        and m.user_id = $2
        and m.parent_chat_id is null
        and ($4::uuid is null or m.chat_id = $4)
        and g.deleted_at is null
        and g.happening is null
        and position(lower($3) in lower(g.content)) > 0
      order by g.id desc limit $5`,
    [tenant, user, text, chat ?? null, limit],
  )

/** Messages that quote a conversation of these contacts. */
export const messagesAbout = (
  tx: PluginTransaction,
  tenant: TenantId,
  contacts: readonly ContactId[],
): Promise<
  Array<{ readonly id: string; readonly content: string; readonly ticketId: string; readonly createdAt: string }>
> =>
  rowsOf(
    tx,
    `select id, content, quote_ticket_id as "ticketId", to_jsonb(created_at) #>> '{}' as "createdAt"
       from plg_internal_chat.message
      where tenant_id = $1 and quote_contact_id = any ($2::uuid[])
      order by id`,
    [tenant, contacts],
  )

/** Some of the messages that are older than so many days, the oldest first. */
export const olderMessages = async (
  tx: PluginTransaction,
  tenant: TenantId,
  days: number,
  limit: number,
): Promise<string[]> =>
  (
    await rowsOf<{ id: string }>(
      tx,
      `select id from plg_internal_chat.message
        where tenant_id = $1 and created_at < now() - $2 * interval '1 day' order by created_at limit $3`,
      [tenant, days, limit],
    )
  ).map(({ id }) => id)

/** Deletes messages with their reactions, files and threads. */
export const deleteMessages = async (
  tx: PluginTransaction,
  tenant: TenantId,
  messages: readonly string[],
): Promise<void> => {
  await tx.query(
    `delete from plg_internal_chat.message where tenant_id = $1 and id = any ($2::uuid[])`,
    [tenant, messages],
    'object',
  )
}
