import type { NamedLimits, Tier } from '@recado/contracts'
import { jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'
import { platformSchema } from './global-setting.table.ts'

export const licence = coreSchema.table('licence', {
  tenantId: uuid('tenant_id').primaryKey(),
  token: text().notNull(),
  code: text().notNull(),
  tier: text().$type<Tier>().notNull(),
  domain: text(),
  limits: jsonb().$type<NamedLimits>().notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
  state: text().$type<'valid' | 'invalid' | 'invalidDomain' | 'invalidCode'>().notNull(),
  checkedAt: timestamp('checked_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Licences that this installation issued, for all companies. */
export const issuedLicence = platformSchema.table('issued_licence', {
  code: uuid().primaryKey(),
  tenantId: uuid('tenant_id'),
  tier: text().$type<Tier>().notNull(),
  issuedBy: uuid('issued_by').notNull(),
  issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
})
