import { boolean, customType, text, timestamp } from 'drizzle-orm/pg-core'
import { platformSchema } from './global-setting.table.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const pushKey = platformSchema.table('push_key', {
  id: boolean().primaryKey().default(true),
  publicKey: text('public_key').notNull(),
  sealed: bytea().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
