import { Refusal } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { userAccount } from '../../users/user.table.ts'
import type { SignIn, SignInGuard } from '../sign-in.ts'
import { passkey } from './passkey.table.ts'

/**
 * S5-017: who has an active passkey does not sign in with the password. Keys of another site do not count where the
 * address of this one is known: they could not be used, and a moved installation would lock everybody out. Nor do keys
 * that were neither made nor used since the password was set by a mailed link: that is the way back for who lost the
 * device (decision 21).
 */
export class PasskeyRequired implements SignInGuard {
  readonly #rpId: string | undefined
  constructor(publicUrl: string | undefined) { this.#rpId = publicUrl === undefined ? undefined : new URL(publicUrl).hostname }

  async admit(tx: Tx, { tenantId, userId, way }: SignIn): Promise<void> {
    if (way !== 'password') return
    const [found] = await tx.select({ id: passkey.id }).from(passkey).innerJoin(userAccount, and(eq(userAccount.tenantId, passkey.tenantId), eq(userAccount.id, passkey.userId)))
      .where(and(eq(passkey.tenantId, tenantId), eq(passkey.userId, userId), eq(passkey.isActive, true), sql`coalesce(${passkey.lastUsedAt}, ${passkey.createdAt}) > coalesce(${userAccount.passwordResetAt}, '-infinity')`, this.#rpId === undefined ? undefined : eq(passkey.rpId, this.#rpId))).limit(1)
    if (found) throw new Refusal('ERR_PASSKEY_REQUIRED')
  }
}
