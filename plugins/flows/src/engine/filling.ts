import { fillTemplate, templateNames } from '@recado/sdk'

/* Variables in what a flow sends. What a customer wrote is put in as it is, once: it is never read as a template, and
   what it is put into (an address, JSON, XML, a header) keeps its form whatever it says. */

/** Longest text after its variables are filled in. */
const maxFilledLength = 10_000
const maxBodyLength = 100_000

export type Values = Readonly<Record<string, string>>

/** A name that nothing is known of is empty: the customer sees no braces. */
function filled(template: string, values: Values, written: (value: string) => string): string {
  const names = templateNames([template])
  const known = Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(values, name) ? written(values[name]!) : '']),
  )
  return fillTemplate(template, known)
}

const asWritten = (value: string): string => value
const asComponent = (value: string): string => encodeURIComponent(value.toWellFormed())
const asLine = (value: string): string => value.replace(/[\p{Cc}]+/gu, ' ')
const asXml = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** A text for the customer. */
export const filledText = (template: string, values: Values): string =>
  filled(template, values, asWritten).slice(0, maxFilledLength)

/** An address: values stay within the path segment or the parameter that they stand in. */
export const filledAddress = (template: string, values: Values): string => filled(template, values, asComponent)

/** A header: one line. */
export const filledHeader = (template: string, values: Values): string => asLine(filled(template, values, asLine))

/** Whether a body is written as JSON. */
export const isJsonBody = (template: string): boolean => /^\s*[[{]/.test(template)

/** Whether a body can be sent: one of JSON has its variables inside of texts. */
export function isBody(template: string): boolean {
  if (!isJsonBody(template)) return true
  try {
    JSON.parse(template)
    return true
  } catch {
    return false
  }
}

/** A body. JSON is filled in text by text, so that it stays JSON; anything else by its type. */
export function filledBody(template: string, values: Values, type: string): string {
  if (isJsonBody(template) && isBody(template))
    return JSON.stringify(
      JSON.parse(template, (_key, value: unknown) => (typeof value === 'string' ? filledText(value, values) : value)),
    )
  const written = type.includes('urlencoded') ? asComponent : /xml|html/.test(type) ? asXml : asWritten
  return filled(template, values, written).slice(0, maxBodyLength)
}
