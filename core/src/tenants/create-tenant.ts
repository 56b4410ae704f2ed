import type { Locale, QueueId, TenantId, Tier, UserId } from '@recado/contracts'
import type { Sql, TransactionSql } from 'postgres'
import { loginIdentifier } from '../credentials/login-identifier.ts'
import { newId } from '../base/ids.ts'

export interface NewTenant {
  readonly name: string
  /** Tier without a plan; premium when absent. */
  readonly tier?: Tier
  readonly locale?: Locale
  readonly timeZone?: string
  /** Gives the company its tier and limits. */
  readonly planId?: string
  /** The company registers itself: only plans offered to the public, and to try out. */
  readonly isRegistration?: boolean
  readonly document?: string
  /** `passwordHash` as {@link Passwords.hash} writes it, `phoneNumber` in digits. */
  readonly admin: {
    readonly name: string
    readonly email: string
    readonly phoneNumber?: string
    readonly passwordHash: string
  }
  /** Name of the first queue. */
  readonly queue: string
}

export interface CreatedTenant {
  readonly tenantId: TenantId
  readonly adminId: UserId
  readonly queueId: QueueId
}

/**
 * Creates a company with its first administrator and queue, all of it or nothing, by the reviewed function that may.
 * The server's own role is enough. @throws PostgresError 23505 for an address or number that is taken, Error for an
 * unknown plan
 */
export async function createTenant(sql: Sql | TransactionSql, tenant: NewTenant): Promise<CreatedTenant> {
  const { email } = loginIdentifier(tenant.admin.email)
  if (email === null) throw new Error('the first administrator of a company needs an e-mail address')
  const created: CreatedTenant = { tenantId: newId(), adminId: newId(), queueId: newId() }
  const { admin } = tenant
  const [row] = await sql<{ made: boolean }[]>`
    select core.create_tenant(${created.tenantId}, ${tenant.name}, ${tenant.tier ?? 'premium'},
      ${tenant.locale ?? 'pt-BR'}, ${tenant.timeZone ?? 'America/Sao_Paulo'},
      ${tenant.planId ?? null}, ${tenant.isRegistration ?? false}, ${tenant.document ?? null},
      ${created.adminId}, ${admin.name}, ${email}, ${admin.phoneNumber ?? null}, ${admin.passwordHash},
      ${created.queueId}, ${tenant.queue}) as made`
  if (!row!.made) throw new Error(`there is no plan ${tenant.planId} to be given`)
  return created
}
