import type { Role, WeeklyShifts } from '@recado/contracts'
import { boolean, integer, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const userAccount = coreSchema.table('user_account', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  name: text().notNull(),
  email: text().notNull(),
  phoneNumber: text('phone_number'),
  passwordHash: text('password_hash').notNull(),
  profile: text().$type<Role>().notNull(),
  isActive: boolean('is_active').notNull().default(true),
  isMaster: boolean('is_master').notNull().default(false),
  isHidden: boolean('is_hidden').notNull().default(false),
  isOnline: boolean('is_online').notNull().default(false),
  image: text(),
  roleId: uuid('role_id'),
  granted: text().array().notNull().default([]),
  denied: text().array().notNull().default([]),
  loginMode: text('login_mode').$type<'any' | 'scheduled'>().notNull().default('any'),
  loginHours: jsonb('login_hours').$type<WeeklyShifts>(),
  availability: jsonb().$type<WeeklyShifts>(),
  wavoipAllowed: boolean('wavoip_allowed').notNull().default(false),
  consentVersion: integer('consent_version'),
  configs: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  passwordChangedAt: timestamp('password_changed_at', { withTimezone: true }).notNull().defaultNow(),
  passwordResetAt: timestamp('password_reset_at', { withTimezone: true }),
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
  lastLoginAt: timestamp('last_login_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

export const userQueue = coreSchema.table('user_queue', {
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  queueId: uuid('queue_id').notNull(),
})

/** Users and the contacts of their wallets. */
export const contactWallet = coreSchema.table('contact_wallet', {
  tenantId: uuid('tenant_id').notNull(),
  contactId: uuid('contact_id').notNull(),
  userId: uuid('user_id').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
