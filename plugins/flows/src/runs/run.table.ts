import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Effect, RunState, Said } from '../engine/state.ts'
import { schema } from '../flows/flow.table.ts'

/** What the contact wrote while the run waited for something else, with the key of its event. */
export interface Waiting {
  readonly key: string
  readonly at: number
  readonly said: Said
}

/** See migrations, which are the truth about constraints and indexes. */
export const runs = schema.table(
  'run',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    ticketId: uuid('ticket_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    flowId: uuid('flow_id').notNull(),
    versionId: uuid('version_id').notNull(),
    state: jsonb('state').$type<RunState>().notNull(),
    effects: jsonb('effects').$type<Effect[]>().notNull().default([]),
    inbox: jsonb('inbox').$type<Waiting[]>().notNull().default([]),
    seen: text('seen').array().notNull().default([]),
    isOver: boolean('is_over').notNull().default(false),
    begunAt: timestamp('begun_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    overAt: timestamp('over_at', { withTimezone: true }).generatedAlwaysAs(
      sql`(case when is_over then updated_at end)`,
    ),
    timerAt: timestamp('timer_at', { withTimezone: true }),
    timerWait: integer('timer_wait'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
export type RunRow = typeof runs.$inferSelect
