import { sql } from 'drizzle-orm'
import { integer, pgSchema, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { scopes } from './limits.ts'

/* See migrations/, which are the truth about constraints and indexes. */

const schema = pgSchema('plg_quick_messages')

export const quickMessages = schema.table(
  'quick_message',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    key: text('key').notNull(),
    scope: text('scope', { enum: scopes }).notNull(),
    userId: uuid('user_id'),
    queueId: uuid('queue_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
export type QuickMessageRow = typeof quickMessages.$inferSelect

/** A text, or a file with the words beside it; the media columns are set together. */
export const messageParts = schema.table(
  'part',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    messageId: uuid('message_id').notNull(),
    position: smallint('position').notNull(),
    text: text('text').notNull(),
    mediaId: uuid('media_id'),
    mediaName: text('media_name'),
    mediaMime: text('media_mime'),
    mediaBytes: integer('media_bytes'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
export type PartRow = typeof messageParts.$inferSelect
