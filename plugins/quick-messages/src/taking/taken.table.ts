import { boolean, pgSchema, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** What messages of other systems became: see migrations/0003-taken.sql. */
export const taken = pgSchema('plg_quick_messages').table(
  'taken',
  {
    tenantId: uuid('tenant_id').notNull(),
    caller: text('caller').notNull(),
    source: text('source').notNull(),
    ref: text('ref').notNull(),
    messageId: uuid('message_id').notNull(),
    runId: uuid('run_id').notNull(),
    made: boolean('made').notNull(),
    digest: text('digest').notNull(),
    changedBy: uuid('changed_by'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.caller, table.source, table.ref] })],
)
export type TakenRow = typeof taken.$inferSelect
