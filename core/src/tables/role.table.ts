import type { Role } from '@recado/contracts'
import { text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const companyRole = coreSchema.table('role', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  name: text().notNull(),
  profile: text().$type<Exclude<Role, 'admin'>>().notNull(),
  permissions: text().array().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
