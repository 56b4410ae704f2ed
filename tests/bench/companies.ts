import { systemClock } from '../../core/src/base/clock.ts'
import { AccessTokens } from '../../core/src/access/access-token.ts'
import { openDatabase } from '../../core/src/db/database.ts'
import { createVault } from '../../core/src/vault/tenant-vault.ts'
import { benchId, kinds, secret, type BenchDatabase } from './cluster.ts'

export const signingSecret = 'the signing secret of the benchmark'
export const hookSecret = 'bench-hook-secret'
export const contactsPerTenant = 100

/** How many of what a world of companies has; each company has one connection of the fixture channel. */
export interface Companies {
  readonly tenants: number
  readonly usersPerTenant: number
}

/**
 * Companies with users, their live sessions and a connection each; identities, so that messages find their contacts,
 * where asked for.
 */
export async function makeCompanies(database: BenchDatabase, { tenants, usersPerTenant }: Companies): Promise<void> {
  const { owner } = database
  const { tenant, connection, user, session } = kinds
  await owner.begin(async (sql) => {
    await sql`
      insert into core.tenant (id, name)
      select bench.id(${tenant}, t, 0), 'Empresa ' || t
        from generate_series(1, ${tenants}::integer) t`
    await sql`
      insert into core.user_account (id, tenant_id, name, email, password_hash, profile)
      select bench.id(${user}, t, u), bench.id(${tenant}, t, 0), 'Atendente ' || u, 'u' || u || '@e' || t || '.test',
             '!', case when u = 1 then 'admin' else 'user' end
        from generate_series(1, ${tenants}::integer) t, generate_series(1, ${usersPerTenant}::integer) u`
    await sql`
      insert into core.session (id, tenant_id, user_id, refresh_hash, expires_at)
      select bench.id(${session}, t, u), bench.id(${tenant}, t, 0), bench.id(${user}, t, u), '\\x00',
             now() + interval '1 day'
        from generate_series(1, ${tenants}::integer) t, generate_series(1, ${usersPerTenant}::integer) u`
    await sql`
      insert into core.connection (id, tenant_id, name, plugin, type, config, status, hook_secret)
      select bench.id(${connection}, t, 0), bench.id(${tenant}, t, 0), 'Canal ' || t, 'hook', 'hook',
             '{"target":"http://127.0.0.1:9/"}', 'connected', ${hookSecret}
        from generate_series(1, ${tenants}::integer) t`
    await sql`
      insert into core.plugin_enablement (tenant_id, plugin, enabled)
      select bench.id(${tenant}, t, 0), 'hook', true
        from generate_series(1, ${tenants}::integer) t`
  })
  const db = openDatabase({ url: database.appUrl, poolSize: 4 })
  const vault = createVault(db, secret)
  await Promise.all(
    Array.from({ length: tenants }, (_, index) =>
      vault.set(
        {
          tenantId: benchId('tenant', index + 1),
          owner: 'hook',
          scope: benchId('connection', index + 1),
          name: 'signingSecret',
        },
        signingSecret,
      ),
    ),
  )
  await db.close()
}

/** Messages that every conversation has behind it. */
const history = 10

/**
 * The contacts that most messages come from, known by their identity at the channel: `c<n>`; each in a conversation
 * already.
 */
export async function makeConversations({ owner }: BenchDatabase, tenants: number): Promise<void> {
  const { tenant, contact, ticket, connection } = kinds
  const each = owner`generate_series(1, ${tenants}::integer) t, generate_series(1, ${contactsPerTenant}::integer) n`
  await owner`
    insert into core.contact (id, tenant_id, name)
    select bench.id(${contact}, t, n), bench.id(${tenant}, t, 0), 'Cliente c' || n
      from ${each}`
  await owner`
    insert into core.contact_identity (tenant_id, kind, value, contact_id)
    select bench.id(${tenant}, t, 0), 'hook', 'c' || n, bench.id(${contact}, t, n)
      from ${each}`
  await owner`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat)
    select bench.id(${ticket}, t, n), bench.id(${tenant}, t, 0), t || '-' || n, 'pending', bench.id(${contact}, t, n),
           bench.id(${connection}, t, 0), 'hook', 'c' || n
      from ${each}`
  await owner`
    insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body, parts,
      status, sent_at)
    select uuidv7(), bench.id(${tenant}, t, 0), bench.id(${ticket}, t, n), bench.id(${contact}, t, n),
           bench.id(${connection}, t, 0), gen_random_uuid()::text, m % 2 = 0, 'Mensagem ' || m, '[]',
           case when m % 2 = 0 then 'sent' else 'received' end, now() - make_interval(mins => m)
      from generate_series(1, ${history}::integer) m, ${each}`
  await owner`vacuum analyze`
}

const tokens = new AccessTokens(secret, systemClock)

/** What a signed-in user of a company presents. User 1 is its administrator. */
export async function credentials(tenant: number, user: number): Promise<{ token: string; sessionid: string }> {
  const sessionId = benchId('session', tenant, user)
  return {
    token: await tokens.sign({ userId: benchId('user', tenant, user), tenantId: benchId('tenant', tenant), sessionId }),
    sessionid: sessionId,
  }
}
