import { pastedPhone, stateOfNumber, withNinthDigit } from '@recado/contracts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A number as tables have it, with its country code. One that is written with `+` or `00`, or has the code already,
 * stays as it is; so does one that exists in another country and not in this one.
 */
export function internationalPhone(written: string, countryCode: string | null): string {
  const text = pastedPhone(written)
  if (countryCode === null || /^(\+|00)/.test(text)) return text
  const within = parsePhoneNumberFromString(text, { defaultCallingCode: countryCode })?.number
  const isForeign = (within === undefined || !exists(withNinthDigit(within))) && exists(`+${text}`)
  return isForeign ? text : (within ?? text)
}

/** The library knows how long numbers of Brazil are, and not its area codes. */
const exists = (number: string): boolean =>
  (!number.startsWith('+55') || stateOfNumber(number) !== null) &&
  (parsePhoneNumberFromString(number)?.isValid() ?? false)
