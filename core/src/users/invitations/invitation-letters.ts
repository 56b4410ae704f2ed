import { invitationDays, Locale, Refusal } from '@recado/contracts'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import type { Clock } from '../../base/clock.ts'
import type { Tx } from '../../db/database.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { tenant } from '../../tables/tenant.table.ts'
import { userInvitation } from '../../tables/user-invitation.table.ts'
import { userAccount } from '../../tables/user.table.ts'
import { newInvitationToken } from './invitation-token.ts'
import { endInvitation } from './open-invitation.ts'

/** Letters that one person gets within an hour; more would allow filling another person's mailbox. */
const lettersAnHour = 3
/** Letters of one company within an hour: hundreds of strangers are no team. */
const lettersOfCompany = 100
const hour = 3_600

/** Where letters with invitations come from; the inviting user and the invited account are of the same company. */
export interface InvitationLettersOptions {
  readonly clock: Clock
  readonly mailer: Pick<Mailer, 'send' | 'page' | 'settings'>
}

/** Writes invitations and their letters. {@link AccountsService} and {@link InvitationsService} send them. */
export class InvitationLetters {
  readonly #options: InvitationLettersOptions
  constructor(options: InvitationLettersOptions) {
    this.#options = options
  }

  /** Whether the installation has a mail server. */
  async canSend(): Promise<boolean> {
    return (await this.#options.mailer.settings()) !== undefined
  }

  /** @throws Refusal ERR_MAIL_UNSET */
  async requireMail(): Promise<void> {
    if (!(await this.canSend())) throw new Refusal('ERR_MAIL_UNSET')
  }

  /**
   * Mails a link that is valid for {@link invitationDays}, in the language of the company; the link of an earlier
   * letter is worth nothing any more. @throws Refusal ERR_TOO_MANY_REQUESTS
   */
  async send(tx: Tx, { tenantId, userId, by }: { tenantId: string; userId: string; by: string }): Promise<void> {
    const { clock, mailer } = this.#options
    // The company's row stands guard over its share: of two letters at once the later one counts the earlier.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}:invitations`}, 0))`)
    await this.#requireShare(tx, tenantId, userId)
    const [[invited], [inviter], [company]] = await Promise.all([
      this.#person(tx, tenantId, userId),
      this.#person(tx, tenantId, by),
      tx.select({ name: tenant.name, locale: tenant.locale }).from(tenant).where(eq(tenant.id, tenantId)),
    ])
    if (!invited || !company) throw new Refusal('ERR_NO_USER_FOUND')
    await endInvitation(tx, { tenantId, userId }, 'replaced')
    const { token, hash } = newInvitationToken(tenantId)
    const expiresAt = new Date(clock.now().getTime() + invitationDays * 24 * hour * 1_000)
    await tx
      .insert(userInvitation)
      .values({ id: newId(), tenantId, userId, tokenHash: hash, invitedBy: by, expiresAt, createdAt: clock.now() })
    await mailer.send(
      tx,
      tenantId,
      {
        kind: 'invitation',
        to: invited.email,
        name: invited.name,
        company: company.name,
        inviter: inviter?.name ?? company.name,
        locale: Locale.catch(company.locale as Locale).parse(invited.configs['locale']),
        link: mailer.page(`/convite?token=${token}`),
      },
      expiresAt,
    )
  }

  #person(tx: Tx, tenantId: string, userId: string) {
    return tx
      .select({ name: userAccount.name, email: userAccount.email, configs: userAccount.configs })
      .from(userAccount)
      .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId)))
  }

  async #requireShare(tx: Tx, tenantId: string, userId: string): Promise<void> {
    const since = new Date(this.#options.clock.now().getTime() - hour * 1_000)
    const [sent] = await tx
      .select({ all: count(), own: sql<number>`count(*) filter (where ${userInvitation.userId} = ${userId})::integer` })
      .from(userInvitation)
      .where(and(eq(userInvitation.tenantId, tenantId), gt(userInvitation.createdAt, since)))
    if (sent!.own >= lettersAnHour || sent!.all >= lettersOfCompany)
      throw new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: hour })
  }
}
