import { pgSchema, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'

/** See migrations/0002-parts.sql, which is the truth about constraints. */
export const variables = pgSchema('plg_quick_messages').table(
  'variable',
  {
    tenantId: uuid('tenant_id').notNull(),
    key: text('key').notNull(),
    label: text('label').notNull(),
    value: text('value'),
    position: smallint('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.key] })],
)
