import { bigint, customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Owner of the apps' shared secrets in the vault; their scope is the user. */
export const secondFactorOwner = 'core.second-factor'

export const secondFactor = coreSchema.table('second_factor', {
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

export const recoveryCode = coreSchema.table('recovery_code', {
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  codeHash: bytea('code_hash').notNull(),
})
