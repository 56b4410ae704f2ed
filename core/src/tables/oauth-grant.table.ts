import { customType, integer, text, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** What beside its token belongs to a program that a user connected by OAuth. */
export const oauthGrant = coreSchema.table('oauth_grant', {
  tenantId: uuid('tenant_id').notNull(),
  tokenId: uuid('token_id').notNull(),
  clientHash: bytea('client_hash').notNull(),
  redirectUri: text('redirect_uri').notNull(),
  leadsTo: text('leads_to').notNull(),
  resource: text().notNull(),
  codeHash: bytea('code_hash').notNull(),
  challenge: text().notNull(),
  generation: integer().notNull().default(0),
})
