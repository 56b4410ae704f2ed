import { Refusal } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import type { SignIn, SignInGuard } from '../../credentials/sign-in.ts'

/**
 * S5-017: a user with an active passkey does not sign in with the password. Keys of another site do not count where the
 * address of this one is known: they could not be used, and a moved installation would lock everybody out. Nor do keys
 * that were neither made nor used since the password was set by a mailed link: that is the recovery of a user who lost
 * the device (reading 21).
 */
export class PasskeyRequired implements SignInGuard {
  readonly #site: string | undefined
  /** `site`: see {@link siteOf}. */
  constructor(site: string | undefined) {
    this.#site = site
  }

  async admit(tx: Tx, { tenantId, userId, way }: SignIn): Promise<void> {
    if (way !== 'password') return
    const [row] = await tx.execute<{ found: boolean }>(
      sql`select core.has_passkey_in_force(${tenantId}, ${userId}, ${this.#site ?? null}) as found`,
    )
    if (row?.found) throw new Refusal('ERR_PASSKEY_REQUIRED')
  }
}
