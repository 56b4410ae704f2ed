import type { LoginResult } from '@recado/contracts'
import type { Tx } from '../db/database.ts'

/** Sign-in methods. */
export type SignInWay = 'password' | 'passkey' | 'singleSignOn'

/** Origin of a sign-in, for the session and the audit log. */
export interface SignInOrigin {
  readonly ip: string
  readonly userAgent: string | null
}

/** An authenticated user whose session is about to be opened. */
export interface SignIn {
  readonly tenantId: string
  readonly userId: string
  readonly way: SignInWay
  readonly from: SignInOrigin
  /** The code of a second factor, where one was sent along. */
  readonly code?: string | undefined
}

/**
 * A check that may refuse an authenticated user: hours, limits, a missing second factor. Guards run in the order of
 * their list, in the transaction that opens the session and with the user's row locked; what one writes stays only if
 * the session is opened. Refuses by throwing.
 */
export interface SignInGuard {
  admit(tx: Tx, signIn: SignIn): Promise<void>
}

/** A refresh credential to be put into the cookie, and for how long the browser may keep it. */
export interface CookieCredential {
  readonly value: string
  readonly seconds: number
}

/** A session that was opened, as its answer carries it. */
export interface SignedIn {
  readonly result: LoginResult
  readonly cookie: CookieCredential
}
