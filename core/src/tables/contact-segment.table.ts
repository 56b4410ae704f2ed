import type { ContactSegmentFilter } from '@recado/contracts'
import { boolean, integer, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const contactSegment = coreSchema.table('contact_segment', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  isShared: boolean('is_shared').notNull().default(false),
  name: text().notNull(),
  filter: jsonb().$type<ContactSegmentFilter>().notNull(),
  position: integer().notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
