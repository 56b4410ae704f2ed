import { fillTemplate } from '@recado/sdk'
import { limitedText } from '@recado/sdk/server'
import type { Context } from '../../context.ts'
import { asTexts, type FunctionParameter, type ParameterValues } from '../../prompts/parameters.ts'
import { hostOf, type HttpCall } from '../../prompts/prompt-function.ts'
import type { Outcome } from '../conversation-store.ts'

/** Longest call, in milliseconds; bytes that are read of its answer; characters that a model reads of it. */
const [limitMs, mostBytes, longestRead] = [10_000, 256 * 1024, 4_000]

/** Who the conversation is with: told by core, so that no model can speak for somebody else. */
export interface CallAbout {
  readonly ticketId: string
  readonly protocol: string
  readonly contactId: string
  readonly contactNumber: string | null
}

const folders = (url: string): number => new URL(url).pathname.split('/').length

/** An address with what is named in it; undefined where a value would leave its place, as two dots do. */
export function filledAddress(
  { url }: Pick<HttpCall, 'url'>,
  parameters: readonly FunctionParameter[],
  values: ParameterValues,
  about: CallAbout,
): string | undefined {
  const texts = {
    ...asTexts(parameters, values),
    ticket_id: about.ticketId,
    protocol: about.protocol,
    contact_id: about.contactId,
    contact_number: about.contactNumber ?? '',
  }
  const fill = (valueOf: (text: string) => string): string =>
    fillTemplate(url, Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, valueOf(text)])))
  const [written, filled] = [fill(() => 'x'), fill(encodeURIComponent)]
  return folders(written) === folders(filled) ? filled : undefined
}

interface Call {
  readonly http: HttpCall
  readonly parameters: readonly FunctionParameter[]
  readonly values: ParameterValues
  readonly about: CallAbout
  /** The same for the same act: the other side may know it by this. */
  readonly key: string
  readonly secret: string | undefined
}

/**
 * Calls an address through the egress guard, once. The host is the one that the administrator wrote. What goes wrong is
 * an outcome, and never an exception.
 */
export async function callAddress(
  { fetch, signal, log }: Pick<Context, 'fetch' | 'signal' | 'log'>,
  { http, parameters, values, about, key, secret }: Call,
): Promise<Outcome> {
  const { method, header } = http
  const headers = new Headers({ accept: 'application/json', 'idempotency-key': key })
  if (secret !== undefined) headers.set(header, secret)
  if (method !== 'GET') headers.set('content-type', 'application/json')
  const url = filledAddress(http, parameters, values, about)
  if (url === undefined) return { isDone: false, text: 'The address does not take these values.' }
  const conversation = { ticket: about.ticketId, protocol: about.protocol, contact: about.contactId }
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      ...(method !== 'GET' && { body: JSON.stringify({ arguments: values, conversation }) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    })
    const text = await limitedText(response, mostBytes)
    if (!response.ok || text === undefined) return { isDone: false, text: `The address answered ${response.status}.` }
    return { isDone: true, text: text.trim().slice(0, longestRead) }
  } catch (error) {
    log.info(
      { host: hostOf(http.url), error: error instanceof Error ? error.name : 'unknown' },
      'a function could not call an address',
    )
    return { isDone: false, text: 'The address did not answer.' }
  }
}
