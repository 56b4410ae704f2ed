import type { Distribution, InactivityMinutes } from '@recado/contracts'
import { boolean, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const queue = coreSchema.table('queue', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  name: text().notNull(),
  color: text().notNull().default('#5c7c78'),
  isActive: boolean('is_active').notNull().default(true),
  autoCloseMinutes: integer('auto_close_minutes').$type<InactivityMinutes>(),
  returnToQueueMinutes: integer('return_to_queue_minutes').$type<InactivityMinutes>(),
  distribution: text().$type<Distribution>(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
