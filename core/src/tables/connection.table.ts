import type { ConnectionStatus } from '@recado/contracts'
import { bigint, boolean, customType, integer, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const connection = coreSchema.table('connection', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  name: text().notNull(),
  plugin: text().notNull(),
  type: text().notNull(),
  config: jsonb().$type<Record<string, unknown>>().notNull(),
  status: text().$type<ConnectionStatus>().notNull(),
  statusDetail: text('status_detail'),
  statusCode: text('status_code'),
  statusUntil: timestamp('status_until', { withTimezone: true }),
  statusAt: timestamp('status_at', { withTimezone: true }).notNull(),
  isDefault: boolean('is_default').notNull(),
  isActive: boolean('is_active').notNull(),
  queueId: uuid('queue_id'),
  farewellMessage: text('farewell_message'),
  number: text(),
  qrcode: text(),
  pairingCode: text('pairing_code'),
  retries: integer().notNull(),
  hookSecret: text('hook_secret').notNull(),
  leasedBy: text('leased_by'),
  fence: bigint({ mode: 'bigint' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
})

export const connectionState = coreSchema.table('connection_state', {
  tenantId: uuid('tenant_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  key: text().notNull(),
  value: jsonb().notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
})

export const connectionSealed = coreSchema.table('connection_sealed', {
  tenantId: uuid('tenant_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  key: text().notNull(),
  sealed: bytea().notNull(),
})
