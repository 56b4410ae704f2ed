import { Refusal, type SessionContext } from '@recado/sdk'
import { refusal } from '../errors.ts'
import { userAgent } from './site-address.ts'

/** Asks sites: through the egress guard, until the request ends. */
export interface Visitor {
  readonly fetch: SessionContext['fetch']
  readonly signal: AbortSignal
}

/**
 * Asks for an address; the answer may have any status, its `url` is where it came from after redirects. What keeps a
 * site from being reached is not told apart, so that nobody learns about networks that are not theirs.
 * @throws Refusal ERR_WEBSITE_UNREACHED
 */
export async function visit(
  { fetch, signal }: Visitor,
  address: URL,
  accept: string,
  redirect: 'follow' | 'manual' = 'follow',
): Promise<Response> {
  try {
    return await fetch(address, { signal, redirect, headers: { accept, 'user-agent': userAgent } })
  } catch (cause) {
    signal.throwIfAborted()
    throw refusal('ERR_WEBSITE_UNREACHED', {}, { cause })
  }
}

/**
 * The bytes of an answer, and whether it went on after `most` of them; the connection is closed then.
 * @throws Refusal ERR_WEBSITE_UNREACHED where the answer breaks off
 */
export async function bytesOf(
  response: Response,
  most: number,
  { signal }: Visitor,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isCut: boolean }> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      pieces.push(piece)
      size += piece.length
      if (size > most) break
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw refusal('ERR_WEBSITE_UNREACHED', {}, { cause })
  }
  const bytes = new Uint8Array(Math.min(size, most))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece.subarray(0, bytes.length - at), at)
    at += piece.length
  }
  return { bytes, isCut: size > most }
}

/** Seconds that a site may ask to wait at most. */
const longestWait = 120

/** Seconds after which a site that is asked too often may be asked again; undefined where it does not say. */
function waitOf({ status, headers }: Response): number | undefined {
  const told = headers.get('retry-after')?.trim()
  if ((status !== 429 && status !== 503) || !told) return undefined
  const seconds = /^\d+$/.test(told) ? Number(told) : Math.ceil((Date.parse(told) - Date.now()) / 1_000)
  return seconds <= longestWait ? Math.max(seconds, 1) : undefined
}

/**
 * @throws Refusal ERR_WEBSITE_UNREACHED where the site answers with an error; ERR_TOO_MANY_REQUESTS with the seconds
 *   where it asks to come again soon
 */
export async function assertAnswered(response: Response): Promise<void> {
  if (response.ok) return
  await response.body?.cancel()
  const retryAfterSeconds = waitOf(response)
  if (retryAfterSeconds !== undefined) throw new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds })
  throw refusal('ERR_WEBSITE_UNREACHED')
}
