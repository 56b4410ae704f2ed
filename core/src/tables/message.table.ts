import type { Forwarding, MessageActState, MessageStatus, Part, PollEnd } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const message = coreSchema.table('message', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  ticketId: uuid('ticket_id').notNull(),
  originTicketId: uuid('origin_ticket_id'),
  contactId: uuid('contact_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  position: bigint({ mode: 'bigint' })
    .notNull()
    .default(sql`core.microseconds()`),
  externalId: text('external_id'),
  fromMe: boolean('from_me').notNull(),
  userId: uuid('user_id'),
  senderName: text('sender_name'),
  body: text().notNull(),
  parts: jsonb().$type<Part[]>().notNull(),
  status: text().$type<MessageStatus>().notNull(),
  failure: jsonb().$type<{ code: string; message: string; kind?: string }>(),
  sendType: text('send_type').$type<'chat' | 'bot' | 'API' | 'external'>().notNull(),
  replyToId: uuid('reply_to_id'),
  idFront: text('id_front'),
  isRead: boolean('is_read').notNull(),
  editedAt: timestamp('edited_at', { withTimezone: true }),
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
  reactions: jsonb().$type<Record<string, string>>().notNull(),
  votes: jsonb().$type<Record<string, { options: number[]; at: string }>>(),
  act: jsonb().$type<MessageActState>(),
  furtherIds: text('further_ids').array(),
  pollId: text('poll_id'),
  pollEnd: jsonb('poll_end').$type<PollEnd>(),
  forwarded: text().$type<Forwarding>(),
  quote: text(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

export const delivery = coreSchema.table('delivery', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  messageId: uuid('message_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  chat: text().notNull(),
  lane: bigint({ mode: 'bigint' })
    .notNull()
    .default(sql`core.microseconds()`),
  state: text().$type<'queued' | 'leased' | 'sent' | 'pending' | 'retry' | 'failed' | 'unknown'>().notNull(),
  attempt: integer().notNull(),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  leasedBy: text('leased_by'),
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
  error: jsonb().$type<{ kind: string; code: string; message: string; certain: boolean }>(),
  act: text().$type<MessageActState['kind']>(),
  payload: jsonb(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
