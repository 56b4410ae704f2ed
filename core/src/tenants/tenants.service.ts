import type { Locale, QueueId, TenantId, Tier, UserId } from '@recado/contracts'
import type { Sql } from 'postgres'
import { loginIdentifier } from '../access/login-identifier.ts'
import { BriefCache } from '../brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../ids.ts'
import { tenantChangedTopic, type TenantChangedNotice } from './topics.ts'

/** A company as every room may know it. `tier` is the one that counts now: a licence or a trial may have ended. */
export interface Tenant { readonly id: string; readonly name: string; readonly tier: Tier; readonly status: 'active' | 'inactive'; readonly locale: Locale; readonly timeZone: string }

/** What is known of companies. A company changes rarely, hence the longer life of its answers. */
export class TenantsService {
  readonly #db: Database
  readonly #known = new BriefCache<Tenant | undefined>(10_000, 5_000)
  readonly #leave: () => void

  constructor(options: { db: Database; bus: Pick<EventBus, 'on'> }) {
    this.#db = options.db
    this.#leave = options.bus.on(tenantChangedTopic, (data) => this.#known.forget((data as TenantChangedNotice).tenantId))
  }

  get(tenantId: string): Promise<Tenant | undefined> {
    return this.#known.get(tenantId, async () => {
      const [[row]] = await this.#db.read(tenantId, (sql) => [sql<Tenant>`select id, name, core.tier_of(id) as tier, status, locale, time_zone as "timeZone" from core.tenant where id = ${tenantId}`])
      return row
    })
  }

  /** What was just written is read anew here at once, on other nodes within seconds. */
  changed(tenantId: string): void { this.#known.forget(tenantId) }

  /** The tier that counts now; free for a company that is gone. */
  async tier(tenantId: string): Promise<Tier> { return (await this.get(tenantId))?.tier ?? 'free' }

  /** IANA name. */
  async timeZone(tenantId: string): Promise<string> { return (await this.get(tenantId))?.timeZone ?? 'America/Sao_Paulo' }

  close(): void { this.#leave() }
}

export interface NewTenant {
  readonly name: string
  readonly tier?: Tier
  readonly locale?: Locale
  readonly timeZone?: string
  /** `passwordHash` as {@link Passwords.hash} writes it. */
  readonly admin: { readonly name: string; readonly email: string; readonly passwordHash: string; readonly isMaster?: boolean }
  /** Name of the first queue. */
  readonly queue: string
}

export interface CreatedTenant { readonly tenantId: TenantId; readonly adminId: UserId; readonly queueId: QueueId }

/**
 * Creates a company with its first administrator and queue, in one transaction. Platform work: `ownerSql` is the
 * database's owner, because the server's own role may not create companies.
 */
export async function createTenant(ownerSql: Sql, tenant: NewTenant): Promise<CreatedTenant> {
  const { email } = loginIdentifier(tenant.admin.email)
  if (email === null) throw new Error('the first administrator of a company needs an e-mail address')
  const created: CreatedTenant = { tenantId: newId(), adminId: newId(), queueId: newId() }
  const { tenantId, adminId, queueId } = created
  await ownerSql.begin(async (sql) => {
    // An owner that is no superuser is bound by row-level security too.
    await sql`select set_config('app.tenant', ${tenantId}, true)`
    await sql`insert into core.tenant ${sql({ id: tenantId, name: tenant.name, tier: tenant.tier ?? 'premium', locale: tenant.locale ?? 'pt-BR', time_zone: tenant.timeZone ?? 'America/Sao_Paulo' })}`
    await sql`insert into core.user_account ${sql({ id: adminId, tenant_id: tenantId, name: tenant.admin.name, email, password_hash: tenant.admin.passwordHash, profile: 'admin', is_master: tenant.admin.isMaster ?? false })}`
    await sql`insert into core.queue ${sql({ id: queueId, tenant_id: tenantId, name: tenant.queue })}`
    await sql`insert into core.user_queue ${sql({ tenant_id: tenantId, user_id: adminId, queue_id: queueId })}`
  })
  return created
}
