import { ChannelError, type ChannelErrorKind } from '@recado/sdk'

/** Nothing left the house when no connection came about. */
const neverLeft = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EGRESS_REFUSED', 'UND_ERR_CONNECT_TIMEOUT'])

/** A request without an answer. Its address may hold a secret, so nothing of the cause is shown but its code. */
export function unanswered(error: unknown, who: string): ChannelError {
  const cause = (error as { cause?: { code?: unknown } } | null)?.cause
  const code = typeof cause?.code === 'string' ? cause.code : 'NETWORK'
  return new ChannelError({ kind: 'network', code, message: `${who} cannot be reached`, certain: neverLeft.has(code) })
}

/** 503 is said before anything is done; any other 5xx may come after it. */
export const certainlyRefused = (status: number): boolean => status < 500 || status === 503

const kinds: Readonly<Record<number, ChannelErrorKind>> = { 401: 'auth', 402: 'auth', 403: 'auth', 404: 'notFound', 413: 'tooLarge', 429: 'rateLimited' }
export const kindOfStatus = (status: number): ChannelErrorKind => kinds[status] ?? (status < 500 ? 'unsupported' : 'provider')

const longestWaitSeconds = 3_600
/** `Retry-After` in seconds, as a part of an error's shape. */
export function retryAfter(response: Pick<Response, 'headers'>): { retryAfterMs?: number } {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? { retryAfterMs: Math.min(seconds, longestWaitSeconds) * 1_000 } : {}
}
