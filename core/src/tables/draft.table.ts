import { primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const draft = coreSchema.table(
  'draft',
  {
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    ticketId: uuid('ticket_id').notNull(),
    text: text().notNull(),
    files: text().array().notNull().default([]),
    uploads: uuid().array().notNull().default([]),
    writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.ticketId] })],
)
