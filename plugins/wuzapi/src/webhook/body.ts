import { readJson } from '@recado/sdk/server'
import { lowered } from '../gateway/lowered.ts'

const utf8 = new TextDecoder()
const formType = /^application\/x-www-form-urlencoded\b/i

/**
 * The event of a delivery, the names of its fields in lower case: a JSON body, or the field `jsonData` of a form, which
 * is the default of the gateway. Undefined for what is neither.
 */
export function eventIn(body: Uint8Array, headers: Headers): Readonly<Record<string, unknown>> | undefined {
  const isForm = formType.test(headers.get('content-type') ?? '')
  const json = isForm ? textual(new URLSearchParams(utf8.decode(body)).get('jsonData')) : readJson(body)
  const event = lowered(json)
  return typeof event === 'object' && event !== null && !Array.isArray(event)
    ? (event as Readonly<Record<string, unknown>>)
    : undefined
}

const textual = (json: string | null): unknown => (json === null ? undefined : readJson(new TextEncoder().encode(json)))
