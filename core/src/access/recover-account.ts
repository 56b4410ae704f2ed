import type { Sql } from 'postgres'
import { newId } from '../base/ids.ts'

/**
 * Recovers an account for the operator of the installation: a new password, no passkey and no second factor in its way,
 * switched on, its sessions and its tokens of programs over. For the command line alone: `ownerSql` is the database's
 * owner, which has access to everything anyway. Undefined when no account has this address.
 */
export async function recoverAccount(
  ownerSql: Sql,
  email: string,
  passwordHash: string,
): Promise<{ readonly name: string; readonly company: string } | undefined> {
  return ownerSql.begin(async (sql) => {
    const [found] = await sql<
      { user_id: string; tenant_id: string }[]
    >`select user_id, tenant_id from core.find_login(${email.trim().toLowerCase()}, null)`
    if (!found) return undefined
    const { user_id: userId, tenant_id: tenantId } = found
    // An owner that is no superuser is bound by row-level security too.
    await sql`select set_config('app.tenant', ${tenantId}, true)`
    const [user] = await sql<{ name: string; company: string }[]>`
      update core.user_account u
         set password_hash = ${passwordHash}, password_changed_at = now(), is_active = true, updated_at = now()
        from core.tenant t where t.id = u.tenant_id and u.tenant_id = ${tenantId} and u.id = ${userId}
      returning u.name, t.name as company`
    await sql`update core.passkey set is_active = false where tenant_id = ${tenantId} and user_id = ${userId}`
    await sql`delete from core.second_factor where tenant_id = ${tenantId} and user_id = ${userId}`
    await sql`
      update core.session set ended_at = now(), end_reason = 'ERR_SESSION_ENDED'
       where tenant_id = ${tenantId} and user_id = ${userId} and ended_at is null`
    await sql`
      update core.user_invitation set ended_at = now(), outcome = 'withdrawn'
       where tenant_id = ${tenantId} and user_id = ${userId} and ended_at is null`
    await sql`delete from core.api_token where tenant_id = ${tenantId} and user_id = ${userId}`
    await sql`
      insert into core.audit_log ${sql({
        id: newId(),
        tenant_id: tenantId,
        user_id: null,
        action: 'user.recover',
        subject: userId,
      })}`
    return user
  })
}
