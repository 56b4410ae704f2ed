import { pastedPhone, withNinthDigit } from '@recado/sdk'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Separators that people and gateways write around the digits. */
const written = /^\+?[\d\s().\-/]{7,40}$/

/**
 * How a provider writes numbers without `+`: beginning with the country code, or as they are dialled within `country`
 * (ISO 3166-1, two letters). Where the first gives no number that exists, the other is tried.
 */
export interface Writing {
  readonly country: string
  readonly isNational: boolean
}
const brazilian: Writing = { country: 'BR', isNational: true }

/**
 * A phone number in E.164, or undefined for what is none: short codes, names of senders. A Brazilian mobile number
 * without the ninth digit gets it.
 */
export function e164(value: string, { country, isNational }: Writing = brazilian): string | undefined {
  const text = pastedPhone(value)
  if (!written.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+') || digits.startsWith('00')) return international(digits.replace(/^00/, ''))
  const ways = [() => national(digits, country), () => international(digits)]
  for (const way of isNational ? ways : ways.toReversed()) {
    const number = way()
    if (number !== undefined) return number
  }
  return undefined
}

function international(digits: string): string | undefined {
  const number = parsePhoneNumberFromString(withNinthDigit(`+${digits}`).replace(mexicanMobile, '+52$1'))
  return number?.isValid() ? number.number : undefined
}

/** Until 2019 mobile numbers of Mexico had a 1 behind the country code; gateways write it to this day. */
const mexicanMobile = /^\+521(\d{10})$/

function national(digits: string, country: string): string | undefined {
  const home = country.toUpperCase()
  const number = isSupportedCountry(home) ? parsePhoneNumberFromString(digits, home) : undefined
  return number && international(number.number.slice(1))
}

/** One form for everybody who may send an SMS: E.164, the digits of a short code, the name of a sender. */
export function normaliseSender(value: string, writing?: Writing): string {
  return e164(value, writing) ?? value.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim()
}
