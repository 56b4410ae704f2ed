import { Refusal } from '@recado/contracts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import type { SignIn, SignInGuard } from '../sign-in.ts'
import { passkey } from './passkey.table.ts'

/**
 * S5-017: who has an active passkey does not sign in with the password. Keys of another site do not count where the
 * address of this one is known: they could not be used, and a moved installation would lock everybody out.
 */
export class PasskeyRequired implements SignInGuard {
  readonly #rpId: string | undefined
  constructor(publicUrl: string | undefined) { this.#rpId = publicUrl === undefined ? undefined : new URL(publicUrl).hostname }

  async admit(tx: Tx, { tenantId, userId, way }: SignIn): Promise<void> {
    if (way !== 'password') return
    const [found] = await tx.select({ id: passkey.id }).from(passkey)
      .where(and(eq(passkey.tenantId, tenantId), eq(passkey.userId, userId), eq(passkey.isActive, true), this.#rpId === undefined ? undefined : eq(passkey.rpId, this.#rpId))).limit(1)
    if (found) throw new Refusal('ERR_PASSKEY_REQUIRED')
  }
}
