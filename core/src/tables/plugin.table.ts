import { boolean, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const pluginEnablement = coreSchema.table('plugin_enablement', {
  tenantId: uuid('tenant_id').notNull(),
  plugin: text().notNull(),
  enabled: boolean().notNull(),
  settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  settingsVersion: text('settings_version'),
  changedBy: uuid('changed_by'),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
