import { sql } from 'drizzle-orm'
import { boolean, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Effect, RunState, Said } from '../engine/state.ts'
import { schema } from '../flows/flow.table.ts'

/** What the contact wrote while the run waited for something else, with the key of its event. */
export interface Waiting {
  readonly key: string
  readonly at: number
  readonly said: Said
}

/** See migrations/0001-flows.sql, which is the truth about constraints and indexes. */
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
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
export type RunRow = typeof runs.$inferSelect
