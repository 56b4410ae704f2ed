import { primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const upload = coreSchema.table(
  'upload',
  {
    tenantId: uuid('tenant_id').notNull(),
    mediaId: uuid('media_id').notNull(),
    userId: uuid('user_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.mediaId] })],
)
