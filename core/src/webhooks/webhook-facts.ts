import type { WebhookContact, WebhookMessage, WebhookTicket } from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'
import { priorityOf } from '../tickets/priority-rank.ts'

/** Row of {@link ticketFacts}. */
export interface TicketRow {
  id: string
  protocol: string
  status: WebhookTicket['status']
  contact_id: string
  user_id: string | null
  queue_id: string | null
  connection_id: string
  channel: string
  is_group: boolean
  priority: number
  created_at: Date
  updated_at: Date
  closed_at: Date | null
}
/** Row of {@link contactFacts}. */
export interface ContactRow {
  id: string
  name: string
  number: string | null
  email: string | null
  created_at: Date
}
/** Row of {@link messageFacts}. */
export interface MessageRow {
  id: string
  ticket_id: string
  contact_id: string
  from_me: boolean
  user_id: string | null
  body: string
  parts: WebhookMessage['parts']
  status: WebhookMessage['status']
  send_type: WebhookMessage['sendType']
  reply_to_id: string | null
  sent_at: Date
  created_at: Date
  is_deleted: boolean
}

/** The ticket as webhooks tell of it. */
export const ticketFacts = (sql: SqlBuilder, tenantId: string, id: string | null): Query<TicketRow> => sql<TicketRow>`
  select t.id, t.protocol, t.status, t.contact_id, t.user_id, t.queue_id, t.connection_id, t.channel, t.is_group,
         t.priority, t.created_at, t.updated_at, t.closed_at
    from core.ticket t where t.tenant_id = ${tenantId} and t.id = ${id}::uuid`

/** The contact as webhooks tell of it: of a merged one the survivor. */
export const contactFacts = (
  sql: SqlBuilder,
  tenantId: string,
  id: string | null,
): Query<ContactRow> => sql<ContactRow>`
  select c.id, c.name, c.number, c.email, c.created_at from core.contact c
   where c.tenant_id = ${tenantId} and c.id = core.surviving_contact(${tenantId}, ${id}::uuid) and c.erased_at is null`

/** The message as webhooks tell of it. */
export const messageFacts = (
  sql: SqlBuilder,
  tenantId: string,
  id: string | null,
): Query<MessageRow> => sql<MessageRow>`
  select m.id, m.ticket_id, t.contact_id, m.from_me, m.user_id, m.body, m.parts, m.status, m.send_type, m.reply_to_id,
         m.sent_at, m.created_at, m.deleted_at is not null as is_deleted
    from core.message m
    join core.ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
   where m.tenant_id = ${tenantId} and m.id = ${id}::uuid`

/** The public shape. */
export const toWebhookTicket = (row: TicketRow): WebhookTicket => ({
  id: row.id as WebhookTicket['id'],
  protocol: row.protocol,
  status: row.status,
  contactId: row.contact_id as WebhookTicket['contactId'],
  userId: row.user_id as WebhookTicket['userId'],
  queueId: row.queue_id as WebhookTicket['queueId'],
  channel: row.channel,
  channelId: row.connection_id as WebhookTicket['channelId'],
  isGroup: row.is_group,
  priority: priorityOf(row.priority),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
})

/** The public shape. */
export const toWebhookContact = (row: ContactRow): WebhookContact => ({
  id: row.id as WebhookContact['id'],
  name: row.name,
  number: row.number,
  email: row.email,
  createdAt: row.created_at.toISOString(),
})

/** The public shape; of a deleted message its row is left, without what it said. */
export const toWebhookMessage = (row: MessageRow): WebhookMessage => ({
  id: row.id as WebhookMessage['id'],
  ticketId: row.ticket_id as WebhookMessage['ticketId'],
  contactId: row.contact_id as WebhookMessage['contactId'],
  fromMe: row.from_me,
  userId: row.user_id as WebhookMessage['userId'],
  body: row.is_deleted ? '' : row.body,
  parts: row.is_deleted ? [{ kind: 'text', text: '', format: 'plain' }] : row.parts,
  status: row.status,
  sendType: row.send_type,
  quotedMsgId: row.reply_to_id as WebhookMessage['quotedMsgId'],
  timestamp: row.sent_at.toISOString(),
  createdAt: row.created_at.toISOString(),
})
