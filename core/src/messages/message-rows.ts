import {
  ackOf,
  shownTally,
  type Forwarding,
  type Message,
  type MessageActState,
  type MessageStatus,
  type Part,
  type PollEnd,
  type Votes,
} from '@recado/contracts'
import type { MediaStore } from '../media/media.ts'
import type { Query, SqlBuilder } from '../db/database.ts'

/** A message with its author's name, as the query of {@link messageRows} answers it. */
export interface MessageRow {
  id: string
  ticket_id: string
  contact_id: string
  from_me: boolean
  user_id: string | null
  username: string | null
  body: string
  parts: Part[]
  status: MessageStatus
  failure: Message['failure']
  send_type: Message['sendType']
  reply_to_id: string | null
  id_front: string | null
  is_read: boolean
  edited_at: Date | null
  deleted_at: Date | null
  reactions: Record<string, string>
  votes: Votes | null
  poll_end: PollEnd | null
  act: MessageActState | null
  forwarded: Forwarding | null
  quote: string | null
  sent_at: Date
  sent_key: string
  created_at: Date
}

/**
 * Completes messages with names, oldest first (S4-119). `page` selects from `core.message m` and is already limited.
 */
export const messageRows = (sql: SqlBuilder, page: Query): Query<MessageRow> => sql`
  with page as materialized (${page})
  select m.id, m.ticket_id, t.contact_id, m.from_me, m.user_id, coalesce(u.name, m.sender_name) as username, m.body,
         m.parts, m.status, m.failure, m.send_type, m.reply_to_id, m.id_front, m.is_read,
         m.edited_at, m.deleted_at, m.reactions, m.votes, m.poll_end, m.act, m.forwarded, m.quote, m.sent_at,
         m.created_at,
         to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sent_key
    from page m
    join core.ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
    left join core.user_account u on u.tenant_id = m.tenant_id and u.id = m.user_id
   order by m.sent_at, m.id`

/**
 * Messages of a company by their ids, as a page for {@link messageRows}: each is looked up by its key, as tickets are.
 */
export const messagesByIds = (sql: SqlBuilder, tenantId: string, ids: readonly string[]): Query => sql`
  select m.*
    from unnest(${ids}::uuid[]) key (id)
    cross join lateral (
      select m.* from core.message m where m.tenant_id = ${tenantId} and m.id = key.id limit 1) m`

/** Links in a message are valid as long as a screen is likely to stay open without fetching it again. */
const mediaLinkMs = 60 * 60 * 1000

const nothing: Message['parts'] = [{ kind: 'text', text: '', format: 'plain' }]

function fileOf(part: Part, sign: (media: string, name: string | null) => string): Message['media'] {
  if (part.kind === 'media')
    return [
      {
        id: part.media,
        url: sign(part.media, part.name ?? null),
        mime: part.mime,
        name: part.name ?? null,
        bytes: part.bytes ?? null,
      },
    ]
  if (part.kind === 'html')
    return [
      { id: part.media, url: `${sign(part.media, null)}&view=letter`, mime: 'text/html', name: null, bytes: null },
    ]
  return []
}

/** The files of parts, with paths that a browser may follow for a while. */
export const mediaOf = (parts: readonly Part[], tenantId: string, media: Pick<MediaStore, 'sign'>): Message['media'] =>
  parts.flatMap((part) => fileOf(part, (id, name) => media.sign(tenantId, id, mediaLinkMs, name)))

/** The public shape. Of a deleted message its row is left, without what it said. */
export function toMessage(row: MessageRow, tenantId: string, media: Pick<MediaStore, 'sign'>): Message {
  const isDeleted = row.deleted_at !== null
  const parts = isDeleted ? nothing : row.parts
  const votes = shownTally(parts, row.votes, row.poll_end)
  return {
    id: row.id as Message['id'],
    ticketId: row.ticket_id as Message['ticketId'],
    contactId: row.contact_id as Message['contactId'],
    fromMe: row.from_me,
    userId: row.user_id as Message['userId'],
    username: row.username,
    body: isDeleted ? '' : row.body,
    parts: parts as Message['parts'],
    media: mediaOf(parts, tenantId, media),
    status: row.status,
    ack: ackOf(row.status),
    failure: row.failure,
    read: row.is_read,
    edited: row.edited_at !== null,
    isDeleted,
    reaction: row.reactions,
    quotedMsgId: row.reply_to_id as Message['quotedMsgId'],
    sendType: row.send_type,
    scheduleDate: null,
    idFront: row.id_front,
    ...(votes && { votes: { ...votes, counts: [...votes.counts] } }),
    ...(row.act && { act: row.act }),
    ...(row.forwarded && { forwarded: row.forwarded }),
    ...(row.quote !== null && !isDeleted && { quote: row.quote }),
    timestamp: row.sent_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  }
}
