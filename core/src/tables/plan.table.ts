import type { Tier } from '@recado/contracts'
import { boolean, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { platformSchema } from './global-setting.table.ts'

export const plan = platformSchema.table('plan', {
  id: uuid().primaryKey(),
  /** Null for the platform's own. */
  resellerId: uuid('reseller_id'),
  name: text().notNull(),
  description: text().notNull(),
  tier: text().$type<Tier>().notNull(),
  maxUsers: integer('max_users'),
  maxConnectedUsers: integer('max_connected_users'),
  maxConnections: integer('max_connections'),
  maxContacts: integer('max_contacts'),
  maxStorage: integer('max_storage'),
  trialDays: integer('trial_days').notNull(),
  isPublic: boolean('is_public').notNull(),
  isActive: boolean('is_active').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
