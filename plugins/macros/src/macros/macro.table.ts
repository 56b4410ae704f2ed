import { sql } from 'drizzle-orm'
import { integer, jsonb, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Step } from './step.ts'

/** See migrations/0001-macros.sql, which is the truth about constraints and indexes. */
export const macros = pgSchema('plg_macros').table(
  'macro',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    name: text('name').notNull(),
    userId: uuid('user_id'),
    steps: jsonb('steps').$type<Step[]>().notNull(),
    position: integer('position').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
export type MacroRow = typeof macros.$inferSelect
