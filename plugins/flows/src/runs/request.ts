import { limitedText } from '@recado/sdk/server'
import type { Ask, AskAnswer } from '../engine/state.ts'
import type { RunContext } from './jobs.ts'

/** Longest call of an address, in milliseconds, and most of its answer that is read. */
export const requestLimitMs = 10_000
export const maxAnswerBytes = 1024 * 1024

/**
 * Calls an address through the egress guard. What goes wrong (a private address, a slow or a huge answer, a redirect
 * without end) is the block's way out for errors, and never an exception. The same `key` is told to the other side, for
 * a call that is repeated because nobody knows what became of it.
 */
export async function request(
  { method, url, headers, body }: Extract<Ask, { kind: 'http' }>,
  { fetch, signal, log }: Pick<RunContext, 'fetch' | 'signal' | 'log'>,
  key: string,
): Promise<AskAnswer> {
  try {
    const response = await fetch(url, {
      method,
      headers: headersOf(headers, body, key),
      ...(method !== 'GET' && body !== '' && { body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestLimitMs)]),
    })
    const text = await limitedText(response, maxAnswerBytes)
    if (text === undefined) return failed(response.status)
    return { kind: 'http', ok: response.ok, status: response.status, body: readAs(text) }
  } catch (error) {
    log.info(
      { host: hostOf(url), error: error instanceof Error ? error.name : 'unknown' },
      'a flow could not call an address',
    )
    return failed(0)
  }
}

const failed = (status: number): AskAnswer => ({ kind: 'http', ok: false, status, body: null })
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

function headersOf(headers: Extract<Ask, { kind: 'http' }>['headers'], body: string, key: string): Headers {
  const sent = new Headers({ accept: 'application/json', 'idempotency-key': key })
  if (/^\s*[[{]/.test(body)) sent.set('content-type', 'application/json')
  for (const { name, value } of headers) sent.set(name, value)
  return sent
}

function readAs(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
