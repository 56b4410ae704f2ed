import type { PushPayload, PushTarget } from '@recado/contracts'
import type { Egress } from '../security/egress.ts'
import type { PushKeys } from './push-keys.ts'

/**
 * Result of a push. `gone`: the browser's subscription does not exist any more, or may not be reached; `later`: the
 * service asks to wait.
 */
export type PushOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'later'; readonly afterMs: number }
  | { readonly kind: 'refused'; readonly status: number }

/** Hours after which nobody cares for a message that waited at the push service, in seconds. */
const keptSeconds = 4 * 60 * 60
const timeoutMs = 10_000
const longestRestMs = 15 * 60_000
const shortestRestMs = 1_000

export interface PushSenderOptions {
  readonly keys: PushKeys
  readonly egress: Pick<Egress, 'fetchFor'>
  /** Contact address for push services (RFC 8292): an https address or a mailto. */
  readonly subject: string
}

/**
 * Encrypts for one browser (RFC 8291) and hands it to the push service of that browser, through the guard of all that
 * leaves.
 */
export class PushSender {
  readonly #options: PushSenderOptions
  readonly #fetch: typeof fetch

  constructor(options: PushSenderOptions) {
    this.#options = options
    this.#fetch = options.egress.fetchFor({ timeoutMs, maxBytes: 64_000, maxRedirects: 0 })
  }

  /**
   * A push that still waits at the service is replaced by a later one of the same `topic` (up to 32 characters).
   * @throws TypeError as `fetch` does when the service cannot be reached
   */
  async send(target: PushTarget, payload: PushPayload, topic: string): Promise<PushOutcome> {
    const { publicKey, privateKey } = await this.#options.keys.pair()
    const { default: webPush } = await import('web-push')
    const { endpoint, headers, body } = webPush.generateRequestDetails(target, JSON.stringify(payload), {
      TTL: keptSeconds,
      urgency: 'high',
      topic,
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject: this.#options.subject, publicKey, privateKey },
    })
    const sent = Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]): [string, string] => [name, String(value)])
    try {
      const response = await this.#fetch(endpoint, {
        method: 'POST',
        headers: sent,
        body: new Uint8Array(body!),
        redirect: 'error',
      })
      await response.body?.cancel()
      return outcomeOf(response.status, response.headers.get('retry-after'))
    } catch (error) {
      if ((error as { cause?: { code?: string } }).cause?.code === 'EGRESS_REFUSED') return { kind: 'gone' }
      throw error
    }
  }
}

/**
 * Meaning of a push service's answer (RFC 8030). With 401 and 403 the subscription was made for another key: it will
 * never work again.
 */
export function outcomeOf(status: number, retryAfter: string | null): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410 || status === 401 || status === 403) return { kind: 'gone' }
  if (status === 429 || status >= 500) return { kind: 'later', afterMs: restOf(retryAfter) }
  return { kind: 'refused', status }
}

/** `Retry-After` in seconds or as a date; a minute where it says nothing sensible. */
function restOf(retryAfter: string | null): number {
  const asked =
    retryAfter === null
      ? Number.NaN
      : /^\d+$/.test(retryAfter.trim())
        ? Number(retryAfter) * 1_000
        : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(asked) ? 60_000 : Math.min(longestRestMs, Math.max(shortestRestMs, asked))
}
