import { sql } from 'drizzle-orm'
import { integer, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { scopes } from './limits.ts'

/** See migrations/0001-quick-messages.sql, which is the truth about constraints and indexes. */
export const quickMessages = pgSchema('plg_quick_messages').table('quick_message', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull().default(sql`uuidv7()`),
  key: text('key').notNull(),
  message: text('message').notNull(),
  scope: text('scope', { enum: scopes }).notNull(),
  userId: uuid('user_id'),
  queueId: uuid('queue_id'),
  mediaId: uuid('media_id'),
  mediaName: text('media_name'),
  mediaMime: text('media_mime'),
  mediaBytes: integer('media_bytes'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
}, (table) => [primaryKey({ columns: [table.tenantId, table.id] })])
export type QuickMessageRow = typeof quickMessages.$inferSelect
