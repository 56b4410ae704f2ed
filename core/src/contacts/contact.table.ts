import { boolean, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from '../db/schema.ts'

export const contact = coreSchema.table('contact', {
  id: uuid().primaryKey(),
  tenantId: uuid('tenant_id').notNull(),
  name: text().notNull(),
  number: text(),
  email: text(),
  profilePicUrl: text('profile_pic_url'),
  extraInfo: jsonb('extra_info').$type<{ name: string; value: string }[]>().notNull(),
  mergedInto: uuid('merged_into'),
  isGroup: boolean('is_group').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  search: text(),
})

export const contactIdentity = coreSchema.table('contact_identity', {
  tenantId: uuid('tenant_id').notNull(),
  kind: text().notNull(),
  value: text().notNull(),
  contactId: uuid('contact_id').notNull(),
  originId: uuid('origin_id'),
  verified: boolean().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
