import { sql } from 'drizzle-orm'
import { boolean, date, jsonb, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Week } from '../calendar/day.ts'
import type { RuleType } from './rule.ts'

const schema = pgSchema('plg_business_hours')
const keys = {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id')
    .notNull()
    .default(sql`uuidv7()`),
}

/** See migrations/0001-hours.sql, which is the truth about constraints and indexes. */
export const rules = schema.table(
  'rule',
  {
    ...keys,
    type: text('type').$type<RuleType>().notNull(),
    target: uuid('target'),
    isActive: boolean('is_active').notNull(),
    days: jsonb('days').$type<Week>().notNull(),
    message: text('message').notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const holidays = schema.table(
  'holiday',
  {
    ...keys,
    date: date('date', { mode: 'string' }).notNull(),
    description: text('description').notNull(),
    message: text('message').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** When a conversation was last told that nobody is there. */
export const notices = schema.table(
  'notice',
  {
    tenantId: uuid('tenant_id').notNull(),
    ticketId: uuid('ticket_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    key: text('key').notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.ticketId] })],
)
