import { boolean, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const userGroup = coreSchema.table('user_group', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  name: text().notNull(),
  image: uuid(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

export const userGroupMember = coreSchema.table('user_group_member', {
  tenantId: uuid('tenant_id').notNull(),
  groupId: uuid('group_id').notNull(),
  userId: uuid('user_id').notNull(),
})
