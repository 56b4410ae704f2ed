import { boolean, jsonb, pgSchema, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Step } from '../macros/step.ts'
import type { StepResult } from './run.ts'
import type { TicketBefore } from './undo.ts'

/** See migrations/, which are the truth about constraints and indexes. */
export const runs = pgSchema('plg_macros').table(
  'run',
  {
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    key: uuid('key').notNull(),
    macroId: uuid('macro_id').notNull(),
    ticketId: uuid('ticket_id').notNull(),
    contactId: uuid('contact_id'),
    steps: jsonb('steps').$type<Step[]>().notNull(),
    texts: jsonb('texts').$type<(string | null)[]>().notNull(),
    before: jsonb('before').$type<TicketBefore>().notNull(),
    results: jsonb('results').$type<StepResult[]>().notNull().default([]),
    isFinished: boolean('is_finished').notNull().default(false),
    leasedUntil: timestamp('leased_until', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.key] })],
)
export type RunRow = typeof runs.$inferSelect
