import { randomBytes } from 'node:crypto'
import type { ConnectionId, QueueId, TenantId, UserId } from '@recado/contracts'
import type { Sql } from 'postgres'
import { newId } from '../../core/src/base/ids.ts'

/** A company with everything a conversation needs. `admin` sees all of it, `user` works in `sales` only. */
export interface TestTenant {
  readonly id: TenantId
  readonly name: string
  readonly admin: TestUser
  readonly supervisor: TestUser
  /** Profile user, in the queue `sales`. */
  readonly user: TestUser
  /** Profile user, in the queue `support`. */
  readonly colleague: TestUser
  readonly sales: QueueId
  readonly support: QueueId
  /** A connected web chat whose tickets start in no queue. */
  readonly connection: ConnectionId
  readonly hookSecret: string
}

export interface TestUser {
  readonly id: UserId
  readonly name: string
  readonly email: string
}

export interface TenantOptions {
  readonly tier?: 'free' | 'basic' | 'plus' | 'premium'
  /** Hash in the form of the password hasher. By default nobody can sign in. */
  readonly passwordHash?: string
  /** Plugin the connection belongs to. */
  readonly channel?: string
}

/** Two companies, so that a test of one can always show that the other neither sees nor is seen. */
export async function twoTenants(
  owner: Sql,
  options: TenantOptions = {},
): Promise<{ readonly a: TestTenant; readonly b: TestTenant }> {
  return { a: await createTenant(owner, 'Aurora', options), b: await createTenant(owner, 'Boreal', options) }
}

/** One more company; names, e-mails and the connection's name are unique on every call. */
export async function createTenant(owner: Sql, label: string, options: TenantOptions = {}): Promise<TestTenant> {
  const tag = randomBytes(4).toString('hex')
  const name = `${label} ${tag}`
  const id = newId<TenantId>()
  const person = (first: string): TestUser => ({
    id: newId<UserId>(),
    name: `${first} ${label}`,
    email: `${first.toLowerCase()}.${tag}@${label.toLowerCase()}.test`,
  })
  const tenant: TestTenant = {
    id,
    name,
    admin: person('Ana'),
    supervisor: person('Sofia'),
    user: person('Ugo'),
    colleague: person('Caio'),
    sales: newId<QueueId>(),
    support: newId<QueueId>(),
    connection: newId<ConnectionId>(),
    hookSecret: randomBytes(24).toString('base64url'),
  }
  const password_hash = options.passwordHash ?? '!'
  const accounts = [
    [tenant.admin, 'admin'],
    [tenant.supervisor, 'super'],
    [tenant.user, 'user'],
    [tenant.colleague, 'user'],
  ] as const
  await owner.begin(async (sql) => {
    await sql`insert into core.tenant ${sql({ id, name, tier: options.tier ?? 'premium' })}`
    await sql`
      insert into core.user_account ${sql(
        accounts.map(([user, profile]) => ({ ...user, tenant_id: id, profile, password_hash })),
      )}`
    await sql`insert into core.queue ${sql([
      { id: tenant.sales, tenant_id: id, name: 'Vendas' },
      { id: tenant.support, tenant_id: id, name: 'Suporte' },
    ])}`
    await sql`insert into core.user_queue ${sql([
      { tenant_id: id, user_id: tenant.supervisor.id, queue_id: tenant.sales },
      { tenant_id: id, user_id: tenant.supervisor.id, queue_id: tenant.support },
      { tenant_id: id, user_id: tenant.user.id, queue_id: tenant.sales },
      { tenant_id: id, user_id: tenant.colleague.id, queue_id: tenant.support },
    ])}`
    await sql`insert into core.connection ${sql({
      id: tenant.connection,
      tenant_id: id,
      name: `Site ${tag}`,
      plugin: options.channel ?? 'test-channel',
      type: options.channel ?? 'test-channel',
      status: 'connected',
      hook_secret: tenant.hookSecret,
    })}`
  })
  return tenant
}
