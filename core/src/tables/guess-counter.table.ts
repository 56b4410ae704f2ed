import { integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const guessCount = coreSchema.table('guess_count', {
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  target: text({ enum: ['secondFactor', 'password'] }).notNull(),
  failures: integer().notNull(),
  lastFailedAt: timestamp('last_failed_at', { withTimezone: true }).notNull(),
})
