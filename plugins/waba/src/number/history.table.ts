import { integer, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** See migrations/0003-history-imports.sql. */
export const historyImports = pgSchema('plg_waba').table(
  'history_import',
  {
    tenantId: uuid('tenant_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    state: text('state', { enum: ['running', 'done', 'declined', 'failed'] }).notNull(),
    progress: integer('progress'),
    reason: text('reason'),
    toldAt: timestamp('told_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.connectionId] })],
)
