import { pastedPhone } from '@recado/sdk'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Separators that people and gateways write around the digits. */
const written = /^\+?[\d\s().\-/]{7,40}$/
/** A Brazilian mobile number as it was before the ninth digit. */
const beforeNinthDigit = /^(?:\+?55)?0?([1-9]\d)([6-9]\d{7})$/

/**
 * A phone number in E.164, or undefined for what is none: short codes, names of senders. Without `+` a number is
 * Brazilian, or else begins with its country code. A Brazilian mobile number without the ninth digit gets it.
 */
export function e164(value: string): string | undefined {
  const text = pastedPhone(value)
  if (!written.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  const isInternational = text.startsWith('+') || digits.startsWith('00')
  const international = `+${digits.replace(/^00/, '')}`
  const [, area, subscriber] =
    beforeNinthDigit.exec(isInternational ? international.replace(/^\+(?!55)/, 'x') : digits) ?? []
  const candidates = [
    ...(area === undefined ? [] : [`+55${area}9${subscriber}`]),
    ...(isInternational ? [] : [digits]),
    international,
  ]
  for (const candidate of candidates) {
    const number = parsePhoneNumberFromString(candidate, 'BR')
    if (number?.isValid()) return number.number
  }
  return undefined
}

/** One form for everybody who may send an SMS: E.164, the digits of a short code, the name of a sender. */
export function normaliseSender(value: string): string {
  return e164(value) ?? value.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim()
}
