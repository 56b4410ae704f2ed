import { boolean, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'
import type { Part } from '@recado/contracts'

/** The parts of one message. */
export type MessageParts = readonly [Part, ...Part[]]

export const scheduledMessage = coreSchema.table('scheduled_message', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  ticketId: uuid('ticket_id').notNull(),
  originTicketId: uuid('origin_ticket_id'),
  userId: uuid('user_id').notNull(),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  held: boolean().notNull().default(false),
  state: text().$type<'pending' | 'sent' | 'canceled' | 'failed'>().notNull().default('pending'),
  body: text().notNull(),
  messages: jsonb().$type<MessageParts[]>().notNull(),
  isSigned: boolean('is_signed'),
  replyToId: uuid('reply_to_id'),
  idFront: text('id_front'),
  failure: jsonb().$type<{ code: string }>(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
