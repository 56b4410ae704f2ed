import type { AttributeValues, MessageContent, TicketLogType, TicketStatus } from '@recado/contracts'
import { boolean, integer, jsonb, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const ticket = coreSchema.table('ticket', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  protocol: text().notNull(),
  status: text().$type<TicketStatus>().notNull(),
  contactId: uuid('contact_id').notNull(),
  originId: uuid('origin_id'),
  connectionId: uuid('connection_id').notNull(),
  channel: text().notNull(),
  chat: text().notNull(),
  userId: uuid('user_id'),
  queueId: uuid('queue_id'),
  bot: text(),
  unread: integer().notNull(),
  answered: boolean().notNull(),
  isGroup: boolean('is_group').notNull(),
  lastMessage: text('last_message').notNull(),
  lastContent: jsonb('last_content').$type<MessageContent>(),
  lastMessageFromMe: boolean('last_message_from_me').notNull(),
  lastMessageAt: timestamp('last_message_at', { withTimezone: true }),
  attributes: jsonb().$type<AttributeValues>().notNull().default({}),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  pendingSince: timestamp('pending_since', { withTimezone: true }).notNull().defaultNow(),
  assignedAt: timestamp('assigned_at', { withTimezone: true }),
  startedAt: timestamp('started_at', { withTimezone: true }),
  closedAt: timestamp('closed_at', { withTimezone: true }),
  priority: smallint().notNull().default(3),
  snoozedAt: timestamp('snoozed_at', { withTimezone: true }),
  snoozedUntil: timestamp('snoozed_until', { withTimezone: true }),
  wokenAt: timestamp('woken_at', { withTimezone: true }),
  mergedInto: uuid('merged_into'),
  kanbanColumn: text('kanban_column'),
  audioTranscription: boolean('audio_transcription'),
  translationEnabled: boolean('translation_enabled').notNull().default(false),
  clientLanguage: text('client_language'),
  agentLanguage: text('agent_language'),
})

export const ticketPin = coreSchema.table('ticket_pin', {
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  ticketId: uuid('ticket_id').notNull(),
})

/** Tickets that somebody follows without having them. */
export const ticketWatch = coreSchema.table('ticket_watch', {
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  ticketId: uuid('ticket_id').notNull(),
  watchedAt: timestamp('watched_at', { withTimezone: true }).notNull().defaultNow(),
})

export const ticketLog = coreSchema.table('ticket_log', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  ticketId: uuid('ticket_id').notNull(),
  type: text().$type<TicketLogType>().notNull(),
  userId: uuid('user_id'),
  queueId: uuid('queue_id'),
  /** A plugin that did it as itself. */
  plugin: text(),
  note: text(),
  detail: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
