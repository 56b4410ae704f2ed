import { Refusal, type SecondFactorState, type Viewer } from '@recado/contracts'
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { audit } from '../../audit/audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { SecretPlace, Vault } from '../../vault/vault.ts'
import { requireManaged } from '../../users/account-locks.ts'
import { userAccount } from '../../tables/user.table.ts'
import type { Permissions } from '../../credentials/permissions.ts'
import type { SignIn, SignInGuard } from '../../credentials/sign-in.ts'
import { newTotpSecret, totpAddress, totpStep } from './one-time-passwords.ts'
import { readRecoveryCode, type RecoveryCodes } from './recovery-codes.ts'
import { recoveryCode, secondFactor, secondFactorOwner } from '../../tables/second-factor.table.ts'

type Owner = { readonly tenantId: string; readonly userId: string }

export interface SecondFactorOptions {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
  readonly codes: RecoveryCodes
  /** Name of the product in authenticator apps. */
  issuer(): Promise<string>
  readonly permissions: Permissions
  /** Called after a user gained or lost their second factor: their open sessions are checked again. */
  changed(owner: { readonly tenantId: string; readonly userId: string }): void
}

/**
 * Codes of an authenticator app beside the password. As a guard it stands before sessions that a password opens: a
 * passkey is two factors by itself, and an identity provider asks for its own.
 */
export class SecondFactorService implements SignInGuard {
  readonly #options: SecondFactorOptions
  constructor(options: SecondFactorOptions) {
    this.#options = options
  }

  async state({ tenantId, userId }: Owner): Promise<Omit<SecondFactorState, 'isMissing'>> {
    const [[row]] = await this.#options.db.read(tenantId, (query) => [
      query<{ confirmed_at: Date | null; codes: number }>`
      select (select f.confirmed_at
                from core.second_factor f
               where f.tenant_id = ${tenantId} and f.user_id = ${userId}) as confirmed_at,
             (select count(*)::integer
                from core.recovery_code c
               where c.tenant_id = ${tenantId} and c.user_id = ${userId}) as codes`,
    ])
    const { confirmed_at: confirmedAt, codes } = row!
    return { isActive: confirmedAt !== null, confirmedAt: confirmedAt?.toISOString() ?? null, recoveryCodesLeft: codes }
  }

  /** A new secret for the app; it counts once a code of it was shown. @throws Refusal ERR_SECOND_FACTOR_ACTIVE */
  async begin({ tenantId, userId }: Owner): Promise<{ secret: string; address: string }> {
    const secret = newTotpSecret()
    const account = await this.#options.db.tenant(tenantId, async (tx) => {
      const [begun] = await tx
        .insert(secondFactor)
        .values({ tenantId, userId })
        .onConflictDoUpdate({
          target: [secondFactor.tenantId, secondFactor.userId],
          set: { createdAt: sql`now()`, lastStep: 0 },
          setWhere: sql`${secondFactor.confirmedAt} is null`,
        })
        .returning({ userId: secondFactor.userId })
      if (!begun) throw new Refusal('ERR_SECOND_FACTOR_ACTIVE')
      const [user] = await tx
        .select({ email: userAccount.email })
        .from(userAccount)
        .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId)))
      return user!.email
    })
    await this.#options.vault.set(placeOf({ tenantId, userId }), secret)
    return { secret, address: totpAddress(secret, await this.#options.issuer(), account) }
  }

  /**
   * Switches it on and gives the recovery codes, this once. @throws Refusal ERR_SECOND_FACTOR_INACTIVE,
   * ERR_SECOND_FACTOR_ACTIVE, ERR_SECOND_FACTOR_INVALID
   */
  async confirm(owner: Owner, code: string): Promise<readonly string[]> {
    const { tenantId, userId } = owner
    const recoveryCodes = await this.#options.db.tenant(tenantId, async (tx) => {
      const [begun] = await tx
        .select({ confirmedAt: secondFactor.confirmedAt })
        .from(secondFactor)
        .where(of(owner))
        .for('update')
      if (!begun) throw new Refusal('ERR_SECOND_FACTOR_INACTIVE')
      if (begun.confirmedAt) throw new Refusal('ERR_SECOND_FACTOR_ACTIVE')
      const step = await this.#step(owner, code)
      if (step === undefined) throw new Refusal('ERR_SECOND_FACTOR_INVALID')
      await tx
        .update(secondFactor)
        .set({ confirmedAt: sql`now()`, lastStep: step })
        .where(of(owner))
      const codes = this.#options.codes.create()
      await tx.insert(recoveryCode).values(
        codes.map((text) => ({
          tenantId,
          userId,
          codeHash: this.#options.codes.hash(owner, readRecoveryCode(text)!),
        })),
      )
      await audit(tx, { tenantId, userId, action: 'secondFactor.enable', subject: userId })
      return codes
    })
    this.#options.changed(owner)
    return recoveryCodes
  }

  /** @throws Refusal ERR_SECOND_FACTOR_INACTIVE, ERR_SECOND_FACTOR_INVALID */
  async disable(owner: Owner, code: string): Promise<void> {
    await this.#options.db.tenant(owner.tenantId, async (tx) => {
      if (!(await this.#isActive(tx, owner))) throw new Refusal('ERR_SECOND_FACTOR_INACTIVE')
      await this.#use(tx, owner, code)
      await tx.delete(secondFactor).where(of(owner))
      await audit(tx, {
        tenantId: owner.tenantId,
        userId: owner.userId,
        action: 'secondFactor.disable',
        subject: owner.userId,
      })
    })
    await this.#options.vault.delete(placeOf(owner))
    this.#options.changed(owner)
  }

  /**
   * For who looks after the users of the company: the way back for somebody within their reach who lost app and codes.
   * One's own is switched off with a code of it. @throws Refusal ERR_SECOND_FACTOR_INACTIVE, ERR_NO_PERMISSION
   */
  async reset(viewer: Viewer, userId: string): Promise<void> {
    if (userId === viewer.userId) throw new Refusal('ERR_NO_PERMISSION')
    const { tenantId } = viewer
    await this.#options.db.tenant(tenantId, async (tx) => {
      await requireManaged(tx, viewer, { tenantId, userId }, this.#options.permissions)
      const gone = await tx
        .delete(secondFactor)
        .where(of({ tenantId, userId }))
        .returning({ userId: secondFactor.userId })
      if (gone.length === 0) throw new Refusal('ERR_SECOND_FACTOR_INACTIVE')
      await audit(tx, { tenantId, userId: viewer.userId, action: 'secondFactor.reset', subject: userId })
    })
    await this.#options.vault.delete(placeOf({ tenantId, userId }))
    this.#options.changed({ tenantId, userId })
  }

  async admit(tx: Tx, signIn: SignIn): Promise<void> {
    if (signIn.way !== 'password' || !(await this.#isActive(tx, signIn))) return
    if (!signIn.code?.trim()) throw new Refusal('ERR_SECOND_FACTOR_REQUIRED')
    await this.#use(tx, signIn, signIn.code)
  }

  async #isActive(tx: Tx, owner: Owner): Promise<boolean> {
    const [found] = await tx
      .select({ userId: secondFactor.userId })
      .from(secondFactor)
      .where(and(of(owner), isNotNull(secondFactor.confirmedAt)))
    return found !== undefined
  }

  /** Uses a code up: a step of the app that is newer than the last one used, or a recovery code. */
  async #use(tx: Tx, owner: Owner, code: string): Promise<void> {
    const { tenantId, userId } = owner
    const step = await this.#step(owner, code)
    if (step !== undefined) {
      const used = await tx
        .update(secondFactor)
        .set({ lastStep: step })
        .where(and(of(owner), lt(secondFactor.lastStep, step)))
        .returning({ userId: secondFactor.userId })
      if (used.length > 0) return
    }
    const recovery = readRecoveryCode(code)
    const spent =
      recovery === undefined
        ? []
        : await tx
            .delete(recoveryCode)
            .where(
              and(
                eq(recoveryCode.tenantId, tenantId),
                eq(recoveryCode.userId, userId),
                eq(recoveryCode.codeHash, this.#options.codes.hash(owner, recovery)),
              ),
            )
            .returning({ userId: recoveryCode.userId })
    if (spent.length === 0) throw new Refusal('ERR_SECOND_FACTOR_INVALID')
    await audit(tx, { tenantId, userId, action: 'secondFactor.recover', subject: userId })
  }

  async #step(owner: Owner, code: string): Promise<number | undefined> {
    const secret = await this.#options.vault.get(placeOf(owner))
    return secret === undefined ? undefined : totpStep(secret, code.replace(/\s/g, ''), this.#options.clock.now())
  }
}

const of = ({ tenantId, userId }: Owner) => and(eq(secondFactor.tenantId, tenantId), eq(secondFactor.userId, userId))
const placeOf = ({ tenantId, userId }: Owner): SecretPlace => ({
  tenantId,
  owner: secondFactorOwner,
  scope: userId,
  name: 'totp',
})
