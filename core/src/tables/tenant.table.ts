import type { Locale, Tier } from '@recado/contracts'
import { boolean, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const tenant = coreSchema.table('tenant', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  tier: text().$type<Tier>().notNull().default('premium'),
  status: text().$type<'active' | 'inactive'>().notNull().default('active'),
  locale: text().$type<Locale>().notNull().default('pt-BR'),
  timeZone: text('time_zone').notNull().default('America/Sao_Paulo'),
  resellerId: uuid('reseller_id'),
  isReseller: boolean('is_reseller').notNull().default(false),
  planId: uuid('plan_id'),
  trialEndsAt: timestamp('trial_ends_at', { withTimezone: true }),
  maxUsers: integer('max_users'),
  maxConnectedUsers: integer('max_connected_users'),
  maxConnections: integer('max_connections'),
  maxContacts: integer('max_contacts'),
  maxStorage: integer('max_storage'),
  userCreation: boolean('user_creation').notNull().default(true),
  blockedAt: timestamp('blocked_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
