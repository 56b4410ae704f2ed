import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { userAccount } from '../../tables/user.table.ts'

/** Ids of the company's users by their address in lower case, as tables name the wallets a contact is in. */
export async function usersByEmail(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: userAccount.id, email: userAccount.email })
    .from(userAccount)
    .where(and(eq(userAccount.tenantId, tenantId), isNull(userAccount.deletedAt)))
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]))
}
