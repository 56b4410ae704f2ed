import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { defineRoute, type Logger } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, type BoundRoute } from './route.ts'
import { derivedKey } from '../security/keys.ts'

/*
 * Whether PUBLIC_URL leads here. A node asks itself by that address with a random challenge; only an installation with
 * the same secret answers with the proof that belongs to it, whichever of its nodes is reached.
 */

const Challenge = z.string().regex(/^[0-9a-f]{32}$/)
const Answer = z.object({ status: z.literal('live'), proof: z.string() })

const proving = defineRoute({
  method: 'GET',
  path: '/livez/:challenge',
  summary: 'Proves which installation answers at this address',
  access: { kind: 'public' },
  rate: 'read',
  params: z.object({ challenge: Challenge }),
  response: Answer,
})

/** Says nothing of the secret: the key is derived for this alone. */
const proofOf = (secret: string, challenge: string): string =>
  createHmac('sha256', derivedKey(secret, 'proof of the public address v1')).update(challenge).digest('hex')

/** The call that {@link watchPublicUrl} of any node of the installation makes. */
export const publicAddressRoutes = (secret: string): readonly BoundRoute[] => [
  bindRoute(proving, ({ params }) => ({ status: 'live' as const, proof: proofOf(secret, params.challenge) })),
]

const answerMs = 3_000
/** An answer has some hundred bytes; a longer one comes from another server. */
const answerBytes = 4_096
/** A load balancer sends requests to a node some seconds after it is ready. */
const restsMs: readonly number[] = [0, 3_000, 10_000, 30_000]

export interface PublicUrlOptions {
  /** The configured address, without a trailing slash. */
  readonly publicUrl: string
  readonly secret: string
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Rests before each try, in milliseconds; those of the product when absent. */
  readonly restsMs?: readonly number[]
  /** Time limit of an answer; 3 s when absent. */
  readonly answerMs?: number
}

/**
 * Tries whether the public address leads to this installation, from the node itself; the last failure is logged as a
 * warning with what was found instead. Nothing waits for it. main.ts starts it when the node is ready and ends it when
 * the node stops.
 */
export function watchPublicUrl(options: PublicUrlOptions): { stop(): void } {
  const ending = new AbortController()
  // Every result of the address is reported; only the end of the node rejects.
  tryAddress(options, ending.signal).catch(() => undefined)
  return { stop: () => ending.abort() }
}

async function tryAddress(options: PublicUrlOptions, signal: AbortSignal): Promise<void> {
  const { publicUrl, log } = options
  let found = ''
  for (const rest of options.restsMs ?? restsMs) {
    await delay(rest, undefined, { signal, ref: false })
    const instead = await foundInstead(options, signal)
    if (instead === undefined) return log.info({ publicUrl }, 'PUBLIC_URL leads to this installation')
    found = instead
  }
  log.warn(
    { publicUrl, found },
    'PUBLIC_URL does not lead to this installation, as seen from this node; webhooks and links in mails go there',
  )
}

/** The server that answers at the address instead of this installation; undefined when it is this one. */
async function foundInstead(
  { publicUrl, secret, answerMs: limit = answerMs }: PublicUrlOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  const challenge = randomBytes(16).toString('hex')
  try {
    const response = await fetch(`${publicUrl}/livez/${challenge}`, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
      headers: { accept: 'application/json' },
    })
    const target = response.headers.get('location')
    const text = await beginningOf(response)
    if (response.status >= 300 && response.status < 400 && target !== null) {
      return `a redirect to ${URL.canParse(target, publicUrl) ? new URL(target, publicUrl).origin : 'nowhere'}`
    }
    const { data } = Answer.safeParse(jsonOf(text))
    if (!data) return `an answer of something else, with status ${response.status}`
    return isSame(data.proof, proofOf(secret, challenge)) ? undefined : 'an installation with another secret'
  } catch (error) {
    signal.throwIfAborted()
    return reasonOf(error, limit)
  }
}

async function beginningOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop ends the download.
  for await (const part of response.body ?? []) {
    parts.push(part)
    length += part.length
    if (length > answerBytes) break
  }
  return Buffer.concat(parts).toString('utf8', 0, answerBytes)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Names of the system and of TLS, such as ENOTFOUND or CERT_HAS_EXPIRED. */
function reasonOf(error: unknown, limitMs: number): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown; message?: unknown } }
  if (name === 'TimeoutError') return `no answer within ${limitMs / 1_000} s`
  return `no connection: ${String(cause?.code ?? cause?.message ?? error)}`
}
