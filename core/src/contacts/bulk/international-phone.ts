import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A number as tables have it, with its country code. One that is written with `+` or `00`, or has the code already,
 * stays as it is.
 */
export function internationalPhone(text: string, countryCode: string | null): string {
  if (countryCode === null || /^\s*(\+|00)/.test(text)) return text
  return parsePhoneNumberFromString(text, { defaultCallingCode: countryCode })?.number ?? text
}
