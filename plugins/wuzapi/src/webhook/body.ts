import { readJson } from '@recado/sdk/server'
import { lowered } from '../gateway/lowered.ts'
import { fieldsOf, signedText } from './multipart.ts'

const utf8 = new TextDecoder()
const text = new TextEncoder()
const formType = /^application\/x-www-form-urlencoded\b/i
const multipartType = /^multipart\/form-data\b/i

const typeOf = (headers: Headers): string => headers.get('content-type') ?? ''

/**
 * The bytes of a delivery that its signature is over: the body as it came, or the fields of one that carries a file.
 * Undefined for such a body that cannot be read.
 */
export function signedBytes(body: Uint8Array, headers: Headers): Uint8Array | undefined {
  if (!multipartType.test(typeOf(headers))) return body
  const fields = fieldsOf(body, typeOf(headers))
  return fields && text.encode(signedText(fields))
}

/**
 * The event of a delivery, the names of its fields in lower case: a JSON body, or the field `jsonData` of a form, which
 * is the default of the gateway. Undefined for what is neither.
 */
export function eventIn(body: Uint8Array, headers: Headers): Readonly<Record<string, unknown>> | undefined {
  const event = lowered(jsonIn(body, typeOf(headers)))
  return typeof event === 'object' && event !== null && !Array.isArray(event)
    ? (event as Readonly<Record<string, unknown>>)
    : undefined
}

function jsonIn(body: Uint8Array, contentType: string): unknown {
  const field = formType.test(contentType)
    ? new URLSearchParams(utf8.decode(body)).get('jsonData')
    : multipartType.test(contentType)
      ? (fieldsOf(body, contentType)?.['jsonData'] ?? null)
      : undefined
  if (field === undefined) return readJson(body)
  return field === null ? undefined : readJson(text.encode(field))
}
