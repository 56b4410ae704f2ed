import { brokenPasswordRules } from '../../base/contracts.ts'

export interface NewPassword {
  readonly password: string
  readonly confirmation: string
}
export type NewPasswordFaults = Partial<Record<keyof NewPassword, string>>

/** Mistakes in a chosen password and its repetition (S5-001…007, S8-110), as keys of texts. */
export function newPasswordFaults(
  { password, confirmation }: NewPassword,
  personal: readonly string[] = [],
): Partial<Record<keyof NewPassword, 'login.required' | 'newPassword.weak' | 'newPassword.different'>> {
  return {
    ...(password === ''
      ? { password: 'login.required' as const }
      : brokenPasswordRules(password, { personal }).length > 0 && { password: 'newPassword.weak' as const }),
    ...(confirmation === ''
      ? { confirmation: 'login.required' as const }
      : confirmation !== password && { confirmation: 'newPassword.different' as const }),
  }
}
