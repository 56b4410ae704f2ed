import { customType, jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Tables that belong to the installation and to no company. */
export const platformSchema = pgSchema('platform')

export const globalSetting = platformSchema.table('global_setting', {
  key: text().primaryKey(),
  value: jsonb(),
  sealed: bytea(),
  last4: text(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
