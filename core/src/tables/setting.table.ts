import { jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const setting = coreSchema.table('setting', {
  tenantId: uuid('tenant_id').notNull(),
  key: text().notNull(),
  value: jsonb().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
