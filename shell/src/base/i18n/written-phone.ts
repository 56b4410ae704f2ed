import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * An E.164 number as people write it: `+55 (11) 98123-4567` for `+5511981234567`. The country code stands before the
 * form that is used within the country, unless that one begins with a prefix for calls within it. A number that no
 * country has stays as it is.
 */
export function writtenPhone(e164: string): string {
  const number = parsePhoneNumberFromString(e164)
  if (!number) return e164
  const within = number.formatNational()
  return within.replace(/\D/g, '') === number.nationalNumber
    ? `+${number.countryCallingCode} ${within}`
    : number.formatInternational()
}
