import { emailLength, phoneDigits, Refusal } from '@recado/contracts'
import * as z from 'zod'

/** Identifier for signing in: exactly one of the two is set. */
export type LoginIdentifier =
  | { readonly email: string; readonly phone: null }
  | { readonly email: null; readonly phone: string }

const Email = z.email().max(emailLength)

/** Trimmed; an e-mail address if it contains @, otherwise a phone number (S5-013…015). Refuses what is neither. */
export function loginIdentifier(text: string | undefined): LoginIdentifier {
  const trimmed = text?.trim() ?? ''
  if (trimmed.includes('@')) {
    if (Email.safeParse(trimmed).success) return { email: trimmed.toLowerCase(), phone: null }
  } else {
    const phone = phoneDigits(trimmed)
    if (phone) return { email: null, phone }
  }
  throw new Refusal('ERR_EMAIL_OR_PHONE_REQUIRED')
}
