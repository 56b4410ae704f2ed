import { Refusal, type Role, type Viewer } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Permissions, Rights } from '../credentials/permissions.ts'
import type { Tx } from '../db/database.ts'
import { requireWithinReach } from './rights-ceiling.ts'

/** An account as it stands, held until the transaction ends. */
export interface HeldAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly profile: Role
  readonly active: boolean
  readonly master: boolean
  readonly passwordHash: string
  readonly roleId: string | null
  readonly custom: string[] | null
  readonly granted: string[]
  readonly denied: string[]
}

export const rightsOf = (account: HeldAccount): Rights => ({
  role: account.profile,
  custom: account.custom,
  granted: account.granted,
  denied: account.denied,
  isMaster: account.master,
})

/**
 * Holds accounts of a company, and with `admins` all of its active administrators, in one order: two transactions that
 * each take away an administrator wait for each other instead of leaving none. Deleted accounts are not found.
 */
export async function holdAccounts(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  { admins = false } = {},
): Promise<ReadonlyMap<string, HeldAccount>> {
  const rows = await tx.execute<{
    id: string
    name: string
    email: string
    profile: Role
    is_active: boolean
    is_master: boolean
    password_hash: string
    role_id: string | null
    custom: string[] | null
    granted: string[]
    denied: string[]
  }>(sql`
    select u.id, u.name, u.email, u.profile, u.is_active, u.is_master, u.password_hash, u.role_id, u.granted, u.denied,
           (select r.permissions from core.role r where r.tenant_id = u.tenant_id and r.id = u.role_id) as custom
      from core.user_account u
     where u.tenant_id = ${tenantId} and u.deleted_at is null
       and (u.id in ${[...ids]} or (${admins} and u.profile = 'admin' and u.is_active))
     order by u.id for update of u`)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        email: row.email,
        profile: row.profile,
        active: row.is_active,
        master: row.is_master,
        passwordHash: row.password_hash,
        roleId: row.role_id,
        custom: row.custom,
        granted: row.granted,
        denied: row.denied,
      },
    ]),
  )
}

/**
 * Holds somebody's account for who changes a way into it: passkeys, second factor, sessions. One's own is within reach,
 * and masters reach every company. False where there is no such account. @throws Refusal ERR_NO_PERMISSION
 */
export async function requireManaged(
  tx: Tx,
  viewer: Viewer,
  { tenantId, userId }: { tenantId: string; userId: string },
  permissions: Permissions,
): Promise<boolean> {
  const account = (await holdAccounts(tx, tenantId, [userId])).get(userId)
  if (account && userId !== viewer.userId && !viewer.can('platform.manage'))
    requireWithinReach(viewer, rightsOf(account), permissions)
  return account !== undefined
}

/**
 * @throws Refusal ERR_LAST_ADMIN when the company would be left without an active administrator. `held` are all of
 * them.
 */
export function requireOtherAdmin(held: ReadonlyMap<string, HeldAccount>, leaving: string): void {
  if (![...held.values()].some((account) => account.id !== leaving && account.profile === 'admin' && account.active))
    throw new Refusal('ERR_LAST_ADMIN')
}

/**
 * Holds a colleague who is to be given something, so that they are not deleted meanwhile.
 * @throws Refusal ERR_NO_USER_FOUND for who is gone or of another company
 */
export async function holdColleague(tx: Tx, tenantId: string, userId: string): Promise<void> {
  const [row] = await tx.execute(sql`
    select 1
      from core.user_account
     where tenant_id = ${tenantId} and id = ${userId} and deleted_at is null for key share`)
  if (!row) throw new Refusal('ERR_NO_USER_FOUND')
}
