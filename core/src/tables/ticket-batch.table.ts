import type { TicketBatch, TicketBatchFilter } from '@recado/contracts'
import { integer, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const ticketBatch = coreSchema.table('ticket_batch', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  kind: text().$type<TicketBatch['kind']>().notNull(),
  filter: jsonb().$type<TicketBatchFilter>().notNull(),
  userId: uuid('user_id'),
  queueId: uuid('queue_id'),
  state: text().$type<TicketBatch['state']>().notNull().default('running'),
  cursor: uuid(),
  total: integer().notNull(),
  done: integer().notNull().default(0),
  problems: jsonb().$type<Record<string, number>>().notNull().default({}),
  requestedBy: uuid('requested_by').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  finishedAt: timestamp('finished_at', { withTimezone: true }),
})
