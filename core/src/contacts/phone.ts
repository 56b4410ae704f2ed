import { pastedPhone, withNinthDigit, withoutNinthDigit } from '@recado/contracts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Separators that people and providers write around the digits. */
const written = /^\+?[\d\s().\-/]{8,40}$/
/** ITU-T E.164: at most 15 digits, the country code first. */
const e164Shape = /^\+[1-9]\d{7,14}$/
/** The usual form of a Brazilian mobile number: nothing to correct. */
const fullMobile = /^\+55[1-9]\d9\d{8}$/

/**
 * The one form under which a phone number is an identity: E.164, a Brazilian mobile number with its ninth digit. The
 * country code has to be there, with or without `+`. Undefined for what cannot be a phone number. Numbers of other
 * countries keep their digits, for what is a spelling there is the provider's to know.
 */
export function canonicalPhone(value: string): string | undefined {
  const text = pastedPhone(value)
  if (!written.test(text)) return undefined
  const e164 = `+${text.replace(/\D/g, '').replace(/^00/, '')}`
  if (!e164Shape.test(e164)) return undefined
  if (!e164.startsWith('+55') || fullMobile.test(e164)) return e164
  const number = parsePhoneNumberFromString(e164)
  if (!number?.isPossible()) return undefined
  return withNinthDigit(`+55${number.nationalNumber}`)
}

/**
 * A number that somebody types, in the one form. Written without `+` it has to be long enough for country, area and
 * number, and to exist in its country (S5-032, S5-033): `11 98123-4567` would otherwise be one of North America and
 * `98123-4567` one of Iran.
 */
export function typedPhone(value: string): string | undefined {
  const phone = canonicalPhone(value)
  const parsed = phone === undefined ? undefined : parsePhoneNumberFromString(phone)
  return parsed && (pastedPhone(value).startsWith('+') ? parsed.isPossible() : phone!.length > 11 && parsed.isValid())
    ? phone
    : undefined
}

/**
 * Every way in which a canonical number may be in what somebody typed or a provider said: for looking it up, not for
 * storing.
 */
export function spellingsOf(phone: string): string[] {
  const before = withoutNinthDigit(phone)
  const numbers = before === undefined ? [phone] : [phone, before]
  return numbers.flatMap((number) => [number, number.slice(1)])
}
