import { boolean, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

const schema = pgSchema('plg_webchat')

/** See migrations/0001-visitors.sql, which is the truth about constraints and indexes. */
export const visitors = schema.table(
  'visitor',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    connectionId: uuid('connection_id').notNull(),
    subject: text('subject'),
    verified: boolean('verified').notNull().default(false),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    locale: text('locale'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const sessions = schema.table(
  'session',
  {
    tenantId: uuid('tenant_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    connectionId: uuid('connection_id').notNull(),
    visitorId: uuid('visitor_id').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.tokenHash] })],
)
