import { Refusal, type ErrorCode, type InvitationView } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../audit/audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { EventBus } from '../../bus/bus.ts'
import type { Passwords } from '../../credentials/passwords.ts'
import type { Database, Tx } from '../../db/database.ts'
import { userAccount } from '../../tables/user.table.ts'
import { userChangedTopic, type UserChangedNotice } from '../../topics/access.ts'
import { endInvitation, holdInvitation } from './open-invitation.ts'
import { readInvitationToken } from './invitation-token.ts'

export interface InvitationAcceptanceOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit'>
  readonly clock: Clock
  readonly passwords: Passwords
}

/** An invitation as its link finds it. */
interface FoundInvitation extends InvitationView {
  readonly tenantId: string
  readonly userId: string
}

const endedBy: Record<string, ErrorCode> = {
  accepted: 'ERR_INVITATION_USED',
  replaced: 'ERR_INVITATION_REPLACED',
  withdrawn: 'ERR_INVITATION_WITHDRAWN',
}

/** What the link of an invitation opens: the company's name and the address first, the account with a password then. */
export class InvitationAcceptance {
  readonly #options: InvitationAcceptanceOptions
  constructor(options: InvitationAcceptanceOptions) {
    this.#options = options
  }

  /** @throws Refusal ERR_NO_INVITATION_FOUND, ERR_INVITATION_EXPIRED, _USED, _WITHDRAWN or _REPLACED */
  async look(token: string): Promise<InvitationView> {
    const { company, name, email } = await this.#find(token)
    return { company, name, email }
  }

  /**
   * Sets the password that the invited person chose, and switches the account on. Works once. @throws Refusal those of
   * {@link look}, ERR_VALIDATION for the password
   */
  async accept(token: string, password: string): Promise<void> {
    const { db, bus, passwords } = this.#options
    const { tenantId, userId, ...known } = await this.#find(token)
    const passwordHash = await passwords.choose(password, [known.email, known.name, known.company])
    await db.tenant(tenantId, async (tx) => {
      if (!(await enterInvited(tx, { tenantId, userId }, this.#options.clock.now(), { passwordHash })))
        throw new Refusal('ERR_INVITATION_USED')
    })
    bus.emit(userChangedTopic, { tenantId, userId } satisfies UserChangedNotice)
  }

  async #find(token: string): Promise<FoundInvitation> {
    const read = readInvitationToken(token)
    if (!read) throw new Refusal('ERR_NO_INVITATION_FOUND')
    const { tenantId, hash } = read
    const [[row]] = await this.#options.db.read(tenantId, (query) => [
      query<{
        user_id: string
        outcome: string | null
        expires_at: Date
        name: string
        email: string
        is_active: boolean
        company: string
      }>`
      select i.user_id, i.outcome, i.expires_at, u.name, u.email, u.is_active, t.name as company
        from core.user_invitation i
        join core.user_account u on u.tenant_id = i.tenant_id and u.id = i.user_id
        join core.tenant t on t.id = i.tenant_id
       where i.tenant_id = ${tenantId} and i.token_hash = ${hash}`,
    ])
    if (!row) throw new Refusal('ERR_NO_INVITATION_FOUND')
    if (row.outcome !== null) throw new Refusal(endedBy[row.outcome]!)
    if (row.is_active) throw new Refusal('ERR_INVITATION_USED')
    if (row.expires_at <= this.#options.clock.now()) throw new Refusal('ERR_INVITATION_EXPIRED')
    return { tenantId, userId: row.user_id, company: row.company, name: row.name, email: row.email }
  }
}

/**
 * Switches an invited account on and ends its invitation; false for who has none that is valid at `now`. Called by the
 * link of the letter, with the password that was chosen, and by single sign-on, which proved the address.
 */
export async function enterInvited(
  tx: Tx,
  invited: { tenantId: string; userId: string },
  now: Date,
  { passwordHash }: { passwordHash?: string } = {},
): Promise<boolean> {
  const { tenantId, userId } = invited
  const open = await holdInvitation(tx, invited)
  if (!open || open.expiresAt <= now) return false
  const entered = await tx
    .update(userAccount)
    .set({
      isActive: true,
      updatedAt: sql`now()`,
      ...(passwordHash !== undefined && { passwordHash, passwordChangedAt: sql`now()` as never }),
    })
    .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId), eq(userAccount.isActive, false)))
    .returning({ id: userAccount.id })
  if (entered.length === 0) return false
  await endInvitation(tx, invited, 'accepted')
  await audit(tx, {
    tenantId,
    userId,
    action: 'users.inviteAccepted',
    subject: userId,
    facts: { bySingleSignOn: passwordHash === undefined },
  })
  return true
}
