import { customType, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const linkPreview = coreSchema.table(
  'link_preview',
  {
    tenantId: uuid('tenant_id').notNull(),
    address: bytea().notNull(),
    state: text().$type<'fetching' | 'found' | 'none' | 'failed'>().notNull(),
    finalHost: text('final_host'),
    siteName: text('site_name'),
    title: text(),
    description: text(),
    picture: uuid(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.address] })],
)
