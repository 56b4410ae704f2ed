import type { BlockCall } from '@recado/sdk'
import { sql } from 'drizzle-orm'
import { boolean, date, integer, jsonb, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ActionResult } from './firing.ts'

const schema = pgSchema('plg_automations')

/** See migrations/0001-rules.sql, which is the truth about constraints and indexes. */
export const firings = schema.table(
  'firing',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    ruleId: uuid('rule_id').notNull(),
    rule: text('rule').notNull(),
    actions: jsonb('actions').$type<BlockCall[]>().notNull(),
    ticketId: uuid('ticket_id').notNull(),
    messageId: uuid('message_id'),
    cause: text('cause').notNull(),
    results: jsonb('results').$type<ActionResult[]>().notNull().default([]),
    isRefused: boolean('is_refused').notNull().default(false),
    isFinished: boolean('is_finished').notNull().default(false),
    firedAt: timestamp('fired_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
export type FiringRow = typeof firings.$inferSelect

export const tallies = schema.table(
  'tally',
  {
    tenantId: uuid('tenant_id').notNull(),
    ruleId: uuid('rule_id').notNull(),
    ticketId: uuid('ticket_id').notNull(),
    day: date('day').notNull(),
    times: integer('times').notNull(),
    isKept: boolean('is_kept').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.ruleId, table.ticketId] })],
)
