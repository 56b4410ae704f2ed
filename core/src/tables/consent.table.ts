import { boolean, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const consent = coreSchema.table('consent', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  version: integer().notNull(),
  noticeHash: text('notice_hash').notNull(),
  accepted: boolean().notNull(),
  ip: text(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
