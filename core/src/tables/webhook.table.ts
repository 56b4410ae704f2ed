import type { WebhookEventType, WebhookAttemptOutcome } from '@recado/contracts'
import { boolean, customType, integer, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true })

export const webhookEndpoint = coreSchema.table(
  'webhook_endpoint',
  {
    id: uuid().notNull(),
    tenantId: uuid('tenant_id').notNull(),
    plugin: text(),
    target: bytea(),
    url: text().notNull(),
    description: text().notNull().default(''),
    types: text().array().$type<WebhookEventType[]>().notNull().default([]),
    connections: uuid().array().notNull().default([]),
    queues: uuid().array().notNull().default([]),
    state: text().$type<'active' | 'paused' | 'disabled'>().notNull().default('active'),
    disabledReason: text('disabled_reason').$type<'gone' | 'failing'>(),
    secret: bytea().notNull(),
    formerSecret: bytea('former_secret'),
    formerUntil: moment('former_until'),
    failingSince: moment('failing_since'),
    lastAt: moment('last_at'),
    lastOutcome: text('last_outcome').$type<WebhookAttemptOutcome>(),
    lastStatus: integer('last_status'),
    dueAt: moment('due_at'),
    turnAt: moment('turn_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const webhookDelivery = coreSchema.table(
  'webhook_delivery',
  {
    id: uuid().notNull(),
    tenantId: uuid('tenant_id').notNull(),
    endpointId: uuid('endpoint_id').notNull(),
    cause: text().notNull(),
    type: text().notNull(),
    lane: text().notNull(),
    body: text().notNull(),
    state: text().$type<'held' | 'queued' | 'leased' | 'sent' | 'failed'>().notNull(),
    isHolding: boolean('is_holding').notNull().default(true),
    attempt: smallint().notNull().default(0),
    begunAt: moment('begun_at'),
    attempts: integer().notNull().default(0),
    nextAt: moment('next_at').notNull(),
    leaseUntil: moment('lease_until'),
    leasedBy: text('leased_by'),
    lastOutcome: text('last_outcome').$type<WebhookAttemptOutcome>(),
    lastStatus: integer('last_status'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const webhookAttempt = coreSchema.table(
  'webhook_attempt',
  {
    tenantId: uuid('tenant_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    number: integer().notNull(),
    at: moment('at').notNull(),
    ms: integer().notNull(),
    outcome: text().$type<WebhookAttemptOutcome>().notNull(),
    status: integer(),
    answer: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.deliveryId, table.number] })],
)
