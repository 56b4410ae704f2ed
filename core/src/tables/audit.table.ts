import { jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const auditLog = coreSchema.table('audit_log', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id'),
  action: text().notNull(),
  subject: text().notNull(),
  facts: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
