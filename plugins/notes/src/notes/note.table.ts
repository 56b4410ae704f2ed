import { sql } from 'drizzle-orm'
import { boolean, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * See the migrations, which are the truth about constraints and indexes. Instants stay texts: a cursor needs their
 * microseconds.
 */
export const notes = pgSchema('plg_notes').table(
  'note',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    content: text('content').notNull(),
    userId: uuid('user_id'),
    ticketId: uuid('ticket_id'),
    contactId: uuid('contact_id'),
    queueId: uuid('queue_id'),
    cameFrom: uuid('came_from').array().notNull().default([]),
    isShared: boolean('is_shared').notNull(),
    isPinned: boolean('is_pinned').notNull().default(false),
    key: text('key'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'string' }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'string' }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true, mode: 'string' }),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
export type NoteRow = typeof notes.$inferSelect
