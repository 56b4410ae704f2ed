import type { AttributeValues, ContactDetails, ContactExtra } from '@recado/contracts'
import { boolean, date, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const contact = coreSchema.table('contact', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  name: text().notNull(),
  number: text(),
  email: text(),
  profilePicUrl: text('profile_pic_url'),
  firstName: text('first_name'),
  lastName: text('last_name'),
  businessName: text('business_name'),
  document: text(),
  birthdayDate: date('birthday'),
  gender: text().$type<ContactDetails['gender']>(),
  maritalStatus: text('marital_status').$type<ContactDetails['maritalStatus']>(),
  source: text(),
  website: text(),
  category: text(),
  instagram: text(),
  telegramId: text('telegram_id'),
  whatsappValidated: boolean('whatsapp_validated').notNull().default(false),
  extraInfo: jsonb('extra_info').$type<ContactExtra[]>().notNull(),
  attributes: jsonb().$type<AttributeValues>().notNull().default({}),
  mergedInto: uuid('merged_into'),
  isGroup: boolean('is_group').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  search: text(),
  nameKey: text('name_key'),
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

export const contactNote = coreSchema.table('contact_note', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  contactId: uuid('contact_id').notNull(),
  originId: uuid('origin_id'),
  title: text().notNull(),
  description: text().notNull().default(''),
  information: text().notNull().default(''),
  userId: uuid('user_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})
