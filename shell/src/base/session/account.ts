import { phoneDigits } from '../contracts.ts'

/** Identifier for signing in, in the API's fields. */
export type SignInName = { readonly email: string } | { readonly phoneNumber: string }

/**
 * Reads what was typed as the server does: trimmed; an e-mail if it contains @, otherwise a phone number (S5-013…015).
 * Undefined for what can be neither.
 */
export function signInName(text: string): SignInName | undefined {
  const typed = text.trim()
  if (typed.includes('@')) return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? { email: typed } : undefined
  return phoneDigits(typed) === undefined ? undefined : { phoneNumber: typed }
}
