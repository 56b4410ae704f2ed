/** Identifier for signing in, in the API's fields. */
export type SignInName = { readonly email: string } | { readonly phoneNumber: string }

/**
 * Reads what was typed as the server does: trimmed; an e-mail if it contains @, otherwise a phone number (S5-013…015).
 * Undefined for what can be neither. What stands around the digits of a number is the server's to read: its rules are
 * not fetched before anybody has signed in.
 */
export function signInName(text: string): SignInName | undefined {
  const typed = text.trim()
  if (typed.includes('@')) return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? { email: typed } : undefined
  const digits = typed.match(/\p{Nd}/gu)?.length ?? 0
  return digits < 8 || digits > 15 ? undefined : { phoneNumber: typed }
}
