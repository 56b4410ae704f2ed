import type { LoginResult } from '../contracts.ts'

export interface PasskeyButtonProps {
  /** What the person typed: an e-mail or phone must stand there first (S5-021). */
  readonly account: string
  /** Called like after a password: with the session that was opened. */
  onSignedIn(result: LoginResult): void
}

/** Signs in with a passkey. */
export function PasskeyButton(_props: PasskeyButtonProps) {
  return null
}
