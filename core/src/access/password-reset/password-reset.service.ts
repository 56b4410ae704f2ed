import { Locale, Refusal, type ForgotPasswordRequest, type Logger } from '@recado/contracts'
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'
import type * as z from 'zod'
import { audit } from '../../audit/audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { newId } from '../../base/ids.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { tenant } from '../../tables/tenant.table.ts'
import { userAccount } from '../../tables/user.table.ts'
import type { AccessService } from '../access.service.ts'
import type { Background } from '../background.ts'
import { loginIdentifier } from '../../credentials/login-identifier.ts'
import type { Passwords } from '../../credentials/passwords.ts'
import { passwordReset } from '../../tables/password-reset.table.ts'

/** S5-022, S9-001. */
export const resetSeconds = 5 * 60
/** Links that one account gets within an hour; more would allow filling another person's mailbox. */
const linksAnHour = 3

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export interface PasswordResetOptions {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: Passwords
  readonly access: Pick<AccessService, 'sessions' | 'announceEnd' | 'apiTokens'>
  readonly mailer: Pick<Mailer, 'send' | 'page'>
  readonly background: Background
  readonly log: Logger
}

/** The way back in for who forgot the password: a link by mail, five minutes, once. */
export class PasswordResets {
  readonly #options: PasswordResetOptions
  constructor(options: PasswordResetOptions) {
    this.#options = options
  }

  /**
   * Answers at once and alike, whether the account exists or not; the work comes after. @throws Refusal
   * ERR_EMAIL_OR_PHONE_REQUIRED
   */
  ask(request: Pick<z.output<typeof ForgotPasswordRequest>, 'email' | 'phoneNumber'>): void {
    const { email, phone } = loginIdentifier(request.email ?? request.phoneNumber)
    this.#options.background.run('a link to reset a password', async () => {
      const [found] = await this.#options.db.raw<
        { user_id: string; tenant_id: string; active: boolean }[]
      >`select user_id, tenant_id, active from core.find_login(${email}, ${phone})`
      if (found?.active) await this.#send(found.tenant_id, found.user_id)
    })
  }

  /**
   * Sets the password that the link's owner chose, ends all sessions of the account and the tokens that it made.
   * Passkeys are in its way only once they are used again. @throws Refusal ERR_RESET_TOKEN_EXPIRED, ERR_VALIDATION
   */
  async redeem(token: string, password: string): Promise<void> {
    const { db, clock, passwords, access } = this.#options
    const [found] = await db.raw<
      { id: string; tenant_id: string; user_id: string }[]
    >`select * from core.find_password_reset(${hashOf(token)})`
    if (!found) throw new Refusal('ERR_RESET_TOKEN_EXPIRED')
    const { tenant_id: tenantId, user_id: userId } = found
    const passwordHash = await passwords.choose(password, await this.#knownOf(tenantId, userId))
    const { ended, tokens } = await db.tenant(tenantId, async (tx) => {
      const [used] = await tx
        .update(passwordReset)
        .set({ endedAt: sql`now()` })
        .where(
          and(
            eq(passwordReset.tenantId, tenantId),
            eq(passwordReset.id, found.id),
            isNull(passwordReset.endedAt),
            gt(passwordReset.expiresAt, clock.now()),
          ),
        )
        .returning({ id: passwordReset.id })
      if (!used) throw new Refusal('ERR_RESET_TOKEN_EXPIRED')
      await tx
        .update(userAccount)
        .set({ passwordHash, passwordChangedAt: sql`now()`, passwordResetAt: sql`now()`, updatedAt: sql`now()` })
        .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId)))
      const sessionIds = await access.sessions.endIn(tx, { tenantId, userId }, 'ERR_SESSION_ENDED')
      const tokenIds = await access.apiTokens.endIn(tx, { tenantId, userId }, userId)
      await audit(tx, {
        tenantId,
        userId,
        action: 'password.reset',
        subject: userId,
        facts: { ended: sessionIds.length, tokens: tokenIds.length },
      })
      return { ended: sessionIds, tokens: tokenIds }
    })
    access.apiTokens.announceEnd(tokens)
    access.announceEnd({ tenantId, userId }, ended, 'ERR_SESSION_ENDED')
  }

  /** Known facts about the user who chooses a password. */
  async #knownOf(tenantId: string, userId: string): Promise<readonly string[]> {
    const [[row]] = await this.#options.db.read(tenantId, (query) => [
      query<{ email: string; name: string; company: string }>`
      select u.email, u.name, t.name as company
        from core.user_account u
        join core.tenant t on t.id = u.tenant_id
       where u.tenant_id = ${tenantId} and u.id = ${userId}`,
    ])
    return row ? [row.email, row.name, row.company] : []
  }

  async #send(tenantId: string, userId: string): Promise<void> {
    const { db, clock, mailer, log } = this.#options
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(clock.now().getTime() + resetSeconds * 1_000)
    await db.tenant(tenantId, async (tx) => {
      // The account's row stands guard: of two requests at once the later one counts the earlier.
      const [[user], [company]] = await Promise.all([
        tx
          .select({ name: userAccount.name, email: userAccount.email, configs: userAccount.configs })
          .from(userAccount)
          .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId)))
          .for('no key update'),
        tx.select({ locale: tenant.locale }).from(tenant).where(eq(tenant.id, tenantId)),
      ])
      if (!user || !company) return
      const ofUser = and(eq(passwordReset.tenantId, tenantId), eq(passwordReset.userId, userId))
      const [recent] = await tx
        .select({ sent: count() })
        .from(passwordReset)
        .where(and(ofUser, gt(passwordReset.createdAt, sql`now() - interval '1 hour'`)))
      if (recent!.sent >= linksAnHour)
        return log.info(
          { tenantId, userId },
          'no further link to reset the password: the account has had its share of this hour',
        )
      await tx
        .update(passwordReset)
        .set({ endedAt: sql`now()` })
        .where(and(ofUser, isNull(passwordReset.endedAt)))
      await tx.insert(passwordReset).values({ id: newId(), tenantId, userId, tokenHash: hashOf(token), expiresAt })
      const locale = Locale.catch(company.locale).parse(user.configs['locale'])
      await mailer.send(
        tx,
        tenantId,
        {
          kind: 'passwordReset',
          to: user.email,
          name: user.name,
          locale,
          link: mailer.page(`/redefining?token=${token}`),
        },
        expiresAt,
      )
      await audit(tx, { tenantId, userId, action: 'password.resetRequested', subject: userId })
    })
  }
}
