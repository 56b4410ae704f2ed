import { customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const userInvitation = coreSchema.table('user_invitation', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  invitedBy: uuid('invited_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  outcome: text().$type<'accepted' | 'replaced' | 'withdrawn'>(),
})
