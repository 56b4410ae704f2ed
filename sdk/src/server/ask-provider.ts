import { ChannelError, type ChannelErrorKind, type ChannelErrorShape, type ConnectionContext } from '@recado/contracts'
import { readJson } from './read-json.ts'

/** Codes of failures before a connection: no byte was sent. */
const neverLeft = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EGRESS_REFUSED', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * Error of a request without an answer: `network`, and certain only when no connection was made. Of the cause it
 * contains the code alone, because an address may hold a secret.
 */
export function unanswered(error: unknown, provider: string): ChannelError {
  const cause = (error as { cause?: { code?: unknown } } | null)?.cause
  const code = typeof cause?.code === 'string' ? cause.code : 'NETWORK'
  return new ChannelError({
    kind: 'network',
    code,
    message: `${provider} cannot be reached`,
    certain: neverLeft.has(code),
  })
}

const kinds: Readonly<Record<number, ChannelErrorKind>> = {
  401: 'auth',
  402: 'auth',
  403: 'auth',
  404: 'notFound',
  413: 'tooLarge',
  429: 'rateLimited',
}
/**
 * Usual meaning of an HTTP status. A provider with other meanings declares them by `explain` of {@link askProvider}.
 */
export const kindOfStatus = (status: number): ChannelErrorKind =>
  kinds[status] ?? (status < 500 ? 'unsupported' : 'provider')

/** 503 is answered before any work; any other 5xx may come after it. */
export const certainlyRefused = (status: number): boolean => status < 500 || status === 503

const longestWaitSeconds = 3_600
/** `Retry-After` in seconds, as a part of an error's shape; an hour at most. */
export function retryAfter(response: Pick<Response, 'headers'>): { retryAfterMs?: number } {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? { retryAfterMs: Math.min(seconds, longestWaitSeconds) * 1_000 } : {}
}

/** Interpretation of the answers of one provider, for {@link askProvider}. */
export interface ProviderCall {
  /** Name of the provider, for messages. */
  readonly provider: string
  /** Statuses beside 2xx that are an answer and no refusal: 409 for a key that was used before. */
  readonly accept?: readonly number[]
  /** Meaning of a refusal, from its body (JSON, or undefined when it is none). Absent fields follow from the status. */
  explain?(status: number, body: unknown): Partial<ChannelErrorShape>
}

/**
 * One request to a provider through `ctx.fetch`. Answers what was accepted, its body unread.
 * @throws ChannelError for everything else, with the right `kind`, `certain` and `retryAfterMs`, and no secret in it
 */
export async function askProvider(
  ctx: Pick<ConnectionContext<unknown>, 'fetch'>,
  url: string | URL,
  init: RequestInit,
  { provider, accept = [], explain }: ProviderCall,
): Promise<Response> {
  const response = await ctx.fetch(url, init).catch((error: unknown) => {
    throw unanswered(error, provider)
  })
  if (response.ok || accept.includes(response.status)) return response
  const { status } = response
  const body = readJson(new Uint8Array(await response.arrayBuffer().catch(() => new ArrayBuffer())))
  throw new ChannelError({
    kind: kindOfStatus(status),
    code: String(status),
    message: `${provider} refuses the request`,
    certain: certainlyRefused(status),
    ...retryAfter(response),
    ...explain?.(status, body),
  })
}
