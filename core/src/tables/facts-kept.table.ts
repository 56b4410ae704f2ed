import { timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const factsKept = coreSchema.table('facts_kept', {
  tenantId: uuid('tenant_id').primaryKey(),
  since: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
