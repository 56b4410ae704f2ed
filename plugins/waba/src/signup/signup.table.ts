import { pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** See migrations/0004-signups.sql. */
export const signups = pgSchema('plg_waba').table(
  'signup',
  {
    tenantId: uuid('tenant_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    userId: uuid('user_id').notNull(),
    begunAt: timestamp('begun_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.tokenHash] })],
)
