import { jsonb, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const ticketMerge = coreSchema.table('ticket_merge', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  fromId: uuid('from_id').notNull(),
  intoId: uuid('into_id').notNull(),
  origins: uuid().array().notNull(),
  before: jsonb().notNull(),
  userId: uuid('user_id').notNull(),
  mergedAt: timestamp('merged_at', { withTimezone: true }).notNull().defaultNow(),
  undoneAt: timestamp('undone_at', { withTimezone: true }),
  undoneBy: uuid('undone_by'),
})
