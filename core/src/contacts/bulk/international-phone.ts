import { pastedPhone } from '@recado/contracts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A number as tables have it, with its country code. One that is written with `+` or `00`, or has the code already,
 * stays as it is.
 */
export function internationalPhone(written: string, countryCode: string | null): string {
  const text = pastedPhone(written)
  if (countryCode === null || /^(\+|00)/.test(text)) return text
  return parsePhoneNumberFromString(text, { defaultCallingCode: countryCode })?.number ?? text
}
