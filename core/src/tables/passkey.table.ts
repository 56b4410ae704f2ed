import { bigint, boolean, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const passkey = coreSchema.table('passkey', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  counter: bigint({ mode: 'number' }).notNull(),
  transports: text().array().notNull().default([]),
  rpId: text('rp_id').notNull(),
  authenticatorType: text('authenticator_type').$type<'platform' | 'cross-platform'>().notNull(),
  isSynced: boolean('is_synced').notNull(),
  isBackedUp: boolean('is_backed_up').notNull(),
  aaguid: uuid().notNull(),
  deviceName: text('device_name').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
})
