import { invitationDays, Refusal, UserDeleted, type InvitationStanding, type Viewer } from '@recado/contracts'
import { audit } from '../../audit/audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { EventBus } from '../../bus/bus.ts'
import type { Permissions } from '../../credentials/permissions.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Limits } from '../../tenants/limits.ts'
import { userChangedTopic, type UserChangedNotice } from '../../topics/access.ts'
import { holdAccounts, rightsOf, type HeldAccount } from '../account-locks.ts'
import { removeAccount } from '../account-removal.ts'
import { requireWithinReach } from '../rights-ceiling.ts'
import type { InvitationLetters } from './invitation-letters.ts'
import { holdInvitation, type OpenInvitation } from './open-invitation.ts'

export interface InvitationsOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'poke' | 'publish'>
  readonly clock: Clock
  readonly permissions: Permissions
  readonly limits: Pick<Limits, 'beforeUser'>
  readonly letters: InvitationLetters
}

/**
 * What becomes of an invitation on the side of who invites. {@link AccountsService} makes the invited account,
 * {@link InvitationAcceptance} lets its owner in.
 */
export class InvitationsService {
  readonly #options: InvitationsOptions
  constructor(options: InvitationsOptions) {
    this.#options = options
  }

  /** Whether people can be invited by mail. */
  async standing(): Promise<InvitationStanding> {
    return { canSend: await this.#options.letters.canSend(), days: invitationDays }
  }

  /**
   * Sends the letter again, with a new link. An invitation that is out of date has lost its place among the users of
   * the plan and needs one anew. @throws Refusal ERR_NO_USER_FOUND, ERR_NO_INVITATION_FOUND, ERR_MAIL_UNSET,
   * ERR_NO_PERMISSION, ERR_TOO_MANY_REQUESTS and those of {@link Limits.beforeUser}
   */
  async again(viewer: Viewer, userId: string): Promise<void> {
    const { db, clock, limits, letters } = this.#options
    const { tenantId } = viewer
    await letters.requireMail()
    await db.tenant(tenantId, async (tx) => {
      const { invitation } = await this.#invited(tx, viewer, userId)
      if (invitation.expiresAt <= clock.now()) await limits.beforeUser(tx, tenantId, 'activate')
      await letters.send(tx, { tenantId, userId, by: viewer.userId })
      await audit(tx, { tenantId, userId: viewer.userId, action: 'users.inviteAgain', subject: userId })
    })
  }

  /**
   * Takes an invitation back: its link opens nothing, the account goes and its address is free again. It has done
   * nothing yet, so nobody has to take over from it. @throws Refusal ERR_NO_USER_FOUND, ERR_NO_INVITATION_FOUND,
   * ERR_NO_PERMISSION
   */
  async withdraw(viewer: Viewer, userId: string): Promise<void> {
    const { db, bus } = this.#options
    const { tenantId } = viewer
    await db.tenant(tenantId, async (tx) => {
      const { account } = await this.#invited(tx, viewer, userId)
      await removeAccount(tx, { tenantId, userId })
      await bus.publish(tx, UserDeleted, { tenantId, key: userId, data: { userId } })
      await audit(tx, {
        tenantId,
        userId: viewer.userId,
        action: 'users.inviteWithdrawn',
        subject: userId,
        facts: { name: account.name },
      })
    })
    bus.poke()
    bus.emit(userChangedTopic, { tenantId, userId } satisfies UserChangedNotice)
  }

  /** The account and its invitation, held. */
  async #invited(
    tx: Tx,
    viewer: Viewer,
    userId: string,
  ): Promise<{ account: HeldAccount; invitation: OpenInvitation }> {
    const account = (await holdAccounts(tx, viewer.tenantId, [userId])).get(userId)
    if (!account) throw new Refusal('ERR_NO_USER_FOUND')
    requireWithinReach(viewer, rightsOf(account), this.#options.permissions)
    const invitation = await holdInvitation(tx, { tenantId: viewer.tenantId, userId })
    if (!invitation || account.active) throw new Refusal('ERR_NO_INVITATION_FOUND')
    return { account, invitation }
  }
}
