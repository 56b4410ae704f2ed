import { and, eq, sql } from 'drizzle-orm'
import { noPassword } from '../credentials/passwords.ts'
import type { Tx } from '../db/database.ts'
import { secondFactorOwner } from '../tables/second-factor.table.ts'
import { userAccount } from '../tables/user.table.ts'
import { endInvitation } from './invitations/open-invitation.ts'

/** Rows of an account that go with it: its places, and what would let it in, reach its devices, or act in its name. */
const ownRows = [
  sql`core.user_queue`,
  sql`core.user_group_member`,
  sql`core.contact_wallet`,
  sql`core.ticket_pin`,
  sql`core.ticket_watch`,
  sql`core.draft`,
  sql`core.passkey`,
  sql`core.second_factor`,
  sql`core.password_reset`,
  sql`core.api_token`,
  sql`core.push_subscription`,
  sql`core.notification_choice`,
  sql`core.bell_entry`,
]

/**
 * Marks an account as deleted and takes away all it had: its address and number are free again. The row stays, so that
 * messages and logs keep their author. Conversations and wallet were handed over before, where it had any.
 */
export async function removeAccount(tx: Tx, { tenantId, userId }: { tenantId: string; userId: string }): Promise<void> {
  for (const table of ownRows)
    await tx.execute(sql`delete from ${table} where tenant_id = ${tenantId} and user_id = ${userId}`)
  await tx.execute(
    sql`delete from core.ticket_view where tenant_id = ${tenantId} and user_id = ${userId} and not is_shared`,
  )
  await tx.execute(
    sql`delete from core.secret where tenant_id = ${tenantId} and owner = ${secondFactorOwner} and scope = ${userId}`,
  )
  await endInvitation(tx, { tenantId, userId }, 'withdrawn')
  await tx
    .update(userAccount)
    .set({
      deletedAt: sql`now()` as never,
      updatedAt: sql`now()` as never,
      isOnline: false,
      isMaster: false,
      roleId: null,
      granted: [],
      denied: [],
      // A password that opens nothing is not kept.
      passwordHash: noPassword,
    })
    .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId)))
}
