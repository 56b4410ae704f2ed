import { boolean, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const ssoProvider = coreSchema.table('sso_provider', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  name: text().notNull(),
  issuer: text().notNull(),
  clientId: text('client_id').notNull(),
  autoCreate: boolean('auto_create').notNull().default(false),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

export const ssoDomain = coreSchema.table('sso_domain', {
  tenantId: uuid('tenant_id').notNull(),
  domain: text().notNull(),
  providerId: uuid('provider_id').notNull(),
  verifiedAt: timestamp('verified_at', { withTimezone: true }),
  checkedAt: timestamp('checked_at', { withTimezone: true }),
  problem: text({ enum: ['missing', 'different', 'unreachable'] }),
  missingSince: timestamp('missing_since', { withTimezone: true }),
})
