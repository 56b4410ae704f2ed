import type { IncomingMessage } from 'node:http'
import { Refusal } from '@recado/contracts'
import { refuseUnstorable } from './schemas.ts'

/** Largest bodies when a route does not say otherwise (S7-003). JSON is parsed in one go, hence the smaller limit. */
export const defaultMaxBody = { json: 1_000_000, multipart: 50_000_000 } as const
const maxJsonDepth = 32
/** Longest pause between two pieces of a body. The whole request is limited by the server, see listen.ts. */
const idleMs = 30_000

/**
 * The raw body, refused as soon as it is known to be larger than `limit`. Compressed bodies are not read. Routes
 * without a body schema, webhooks first of all, read their `raw` request with it.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  refuseEncoded(request)
  const announced = announcedLength(request, limit)
  if (announced !== undefined) {
    const bytes = new Uint8Array(await withinIdleTime(request.arrayBuffer()))
    if (bytes.length > limit) throw tooLarge(limit)
    return bytes
  }
  const pieces: Uint8Array[] = []
  for await (const piece of readPieces(request, limit)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The body piece by piece, counted against `limit`, which a client that says nothing of a length cannot get around. */
export async function* readPieces(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  refuseEncoded(request)
  announcedLength(request, limit)
  if (!request.body) return
  const reader = request.body.getReader()
  let seen = 0
  let ended = false
  try {
    for (;;) {
      const { done, value } = await withinIdleTime(reader.read())
      ended = done
      if (done) return
      seen += value.length
      if (seen > limit) throw tooLarge(limit)
      yield value
    }
  } finally {
    if (!ended) await discardRest(reader)
  }
}

/**
 * Reads and discards the rest of an unused body. A client reads the answer only after it has sent everything: cut off
 * in the middle it would report a broken connection instead of the refusal.
 */
async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let seen = 0
  const enough = AbortSignal.timeout(discard.ms)
  try {
    while (seen < discard.bytes && !enough.aborted) {
      const { done, value } = await withinIdleTime(reader.read())
      if (done) return
      seen += value.length
    }
  } catch {
    // The client is gone.
  }
  await reader.cancel().catch(() => undefined)
}

/** The same for a request that was refused before anybody looked at its body. */
export async function discardUnread(incoming: Incoming): Promise<void> {
  if (incoming.readableDidRead || incoming.readableEnded || incoming.destroyed) return
  let seen = 0
  const ended = Promise.withResolvers<void>()
  const timer = setTimeout(ended.resolve, discard.ms)
  const count = (piece: Uint8Array): void => {
    if ((seen += piece.length) > discard.bytes) ended.resolve()
  }
  incoming.on('data', count).once('end', ended.resolve).once('close', ended.resolve).resume()
  await ended.promise
  clearTimeout(timer)
  incoming.off('data', count).off('end', ended.resolve).off('close', ended.resolve)
}

const discard = { bytes: 64_000_000, ms: 30_000 } as const

/** Parts of a node request that {@link discardUnread} uses. */
export type Incoming = Pick<
  IncomingMessage,
  'readableDidRead' | 'readableEnded' | 'destroyed' | 'on' | 'once' | 'off' | 'resume'
>

/** A JSON body. An empty one reads as an empty object, so that actions without arguments need none. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  requireContentType(request, ['application/json'])
  const bytes = await readBytes(request, limit)
  if (bytes.length === 0) return {}
  refuseDeep(bytes)
  const value = parseJson(bytes)
  refuseUnstorable(value, 'body')
  return value
}

/**
 * The media type of the body when it is one of `accepted` and in UTF-8; refused otherwise. A request without any body
 * needs none.
 */
export function requireContentType(request: Request, accepted: readonly string[]): string {
  const header = request.headers.get('content-type')
  if (isEmpty(request, header)) return accepted[0]!
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  if (!accepted.includes(type) || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8'))
    throw new Refusal('ERR_UNSUPPORTED_CONTENT_TYPE')
  return type
}

function isEmpty(request: Request, contentType: string | null): boolean {
  const length = request.headers.get('content-length')
  return (
    length === '0' || (length === null && contentType === null && request.headers.get('transfer-encoding') === null)
  )
}

function announcedLength(request: Request, limit: number): number | undefined {
  const header = request.headers.get('content-length')
  if (header === null) return undefined
  if (Number(header) > limit) throw tooLarge(limit)
  return Number(header)
}

function refuseEncoded(request: Request): void {
  const encoding = request.headers.get('content-encoding')
  if (encoding !== null && encoding !== 'identity') throw new Refusal('ERR_UNSUPPORTED_CONTENT_TYPE')
}

async function withinIdleTime<T>(piece: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      piece,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Refusal('ERR_TIMEOUT')), idleMs)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}

/** Counts brackets before anything is parsed: a megabyte of them costs a scan, not a parse. */
function refuseDeep(bytes: Uint8Array): void {
  let depth = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (inText) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) inText = false
    } else if (byte === 0x22) inText = true
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxJsonDepth) throw malformed(`The body is nested deeper than ${maxJsonDepth} levels`)
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw malformed('The body is not valid JSON in UTF-8')
  }
}

const malformed = (message: string): Refusal => new Refusal('ERR_VALIDATION', { issues: [{ path: 'body', message }] })
const tooLarge = (limit: number): Refusal => new Refusal('ERR_BODY_TOO_LARGE', { limit })
