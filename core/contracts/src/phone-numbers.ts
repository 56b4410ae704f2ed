/**
 * A number as it was meant when it was pasted: web pages and documents bring dashes of every kind, directional marks,
 * invisible joiners, full-width digits and `tel:`.
 */
export const pastedPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/^\s*tel:/i, '')
    .trim()

/** Digits alone, with country code, as people sign in with them; undefined for what cannot be a phone number. */
export function phoneDigits(text: string): string | undefined {
  const digits = pastedPhone(text).replace(/[\s().+-]/g, '')
  return /^\d{8,15}$/.test(digits) ? digits : undefined
}

/**
 * A Brazilian mobile number in E.164 as it is written since the ninth digit, whichever way it is given; any other
 * number as it is. Landlines begin with 2 to 5. The database has the same rule, and a property test holds the two
 * equal.
 */
export const withNinthDigit = (e164: string): string =>
  e164.replace(/^\+55([1-9]\d)([6-9]\d{7})$/, (_, area, subscriber) => `+55${area}9${subscriber}`)

/** The same number as it was written before; undefined for one that never was without its ninth digit. */
export function withoutNinthDigit(e164: string): string | undefined {
  const [, area, subscriber] = /^\+55([1-9]\d)9([6-9]\d{7})$/.exec(e164) ?? []
  return area === undefined ? undefined : `+55${area}${subscriber}`
}
