import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Ways in which gateways write a number. */
export const numberFormats = ['digits', 'e164', 'national'] as const
type NumberFormat = (typeof numberFormats)[number]

/** Variables of a template between double braces. */
export type Facts = Readonly<Record<'to' | 'from' | 'text' | 'id' | 'token' | 'email' | 'callback', string>>

/** Puts facts in place of `{{name}}`; an unknown name is left as it stands. */
export const fill = (
  template: string,
  facts: Partial<Facts>,
  write: (value: string) => string = (value) => value,
): string =>
  template.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(facts, name) ? write(facts[name as keyof Facts] ?? '') : whole,
  )

/** Facts stand inside JSON strings, so that no text of a customer can become structure. */
export function fillBody(template: string, facts: Facts): Record<string, unknown> {
  return JSON.parse(template, (_key, value: unknown) =>
    typeof value === 'string' ? fill(value, facts) : value,
  ) as Record<string, unknown>
}

export function isTemplate(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** A number in E.164 as the gateway wants it; short codes stay as they are. */
export function writtenFor(format: NumberFormat, number: string): string {
  if (format === 'e164' || !number.startsWith('+')) return number
  return format === 'digits' ? number.slice(1) : (parsePhoneNumberFromString(number)?.nationalNumber ?? number.slice(1))
}

/** A value inside a JSON answer, by a path of names and positions: `messages.0.id`. Only what JSON itself brought. */
export function valueAt(json: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      json,
    )
}

/** A text, number or truth value as text; undefined for anything else and for nothing. */
export const textAt = (json: unknown, path: string): string | undefined => {
  const value = valueAt(json, path)
  return (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}
