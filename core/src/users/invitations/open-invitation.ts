import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { userInvitation } from '../../tables/user-invitation.table.ts'

/** An account of a company. */
interface Invited {
  readonly tenantId: string
  readonly userId: string
}

/** The invitation of an account that has not ended; it may be out of date. */
export interface OpenInvitation {
  readonly id: string
  readonly expiresAt: Date
}

const openOf = ({ tenantId, userId }: Invited) =>
  and(eq(userInvitation.tenantId, tenantId), eq(userInvitation.userId, userId), isNull(userInvitation.endedAt))

/** Reads and holds it until the transaction ends. Undefined for who is not invited. */
export async function holdInvitation(tx: Tx, invited: Invited): Promise<OpenInvitation | undefined> {
  const [open] = await tx
    .select({ id: userInvitation.id, expiresAt: userInvitation.expiresAt })
    .from(userInvitation)
    .where(openOf(invited))
    .for('update')
  return open
}

/** Ends the open invitation of an account, so that its link opens nothing; false where there is none. */
export async function endInvitation(
  tx: Tx,
  invited: Invited,
  outcome: 'accepted' | 'replaced' | 'withdrawn',
): Promise<boolean> {
  const ended = await tx
    .update(userInvitation)
    .set({ endedAt: sql`now()`, outcome })
    .where(openOf(invited))
    .returning({ id: userInvitation.id })
  return ended.length > 0
}
