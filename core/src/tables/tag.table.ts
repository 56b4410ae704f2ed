import { boolean, text, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const tag = coreSchema.table('tag', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  name: text().notNull(),
  color: text().notNull().default('#5c7c78'),
  isActive: boolean('is_active').notNull().default(true),
})
