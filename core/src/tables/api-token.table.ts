import { boolean, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const apiToken = coreSchema.table('api_token', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  name: text().notNull(),
  /** The plugin at whose routes alone it is accepted; null for a token of the company. */
  plugin: text(),
  scopes: text().array().notNull(),
  secretHash: bytea('secret_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  /** Of a connected program: when its text is replaced at the latest. */
  acceptedUntil: timestamp('accepted_until', { withTimezone: true }),
  expiryAssigned: boolean('expiry_assigned').notNull().default(false),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
})
