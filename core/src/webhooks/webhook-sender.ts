import type { WebhookAttemptOutcome } from '@recado/contracts'
import type { Clock } from '../base/clock.ts'
import type { Egress } from '../security/egress.ts'
import { retryAfterMs } from './retry-schedule.ts'
import { webhookHeaders } from './signature.ts'

/** A receiver has this long to answer, its body included. */
export const webhookLimitMs = 15_000
/** What is kept of an answer, in characters. */
const keptAnswer = 1_000
const readBytes = 4_096

/** One request. */
export interface WebhookRequest {
  readonly id: string
  readonly url: string
  readonly body: string
  /** The current secret first; without any nothing is sent. */
  readonly secrets: readonly string[]
}

/** What came of one. `askedMs`: how long the receiver wants to be left alone. */
export interface WebhookResult {
  readonly outcome: WebhookAttemptOutcome
  readonly status: number | null
  readonly answer: string
  readonly ms: number
  readonly askedMs: number | undefined
}

/** Makes single requests, through the guard of all that leaves. Throws nothing. */
export class WebhookSender {
  readonly #fetch: typeof fetch
  readonly #clock: Clock
  readonly #userAgent: string

  constructor({ egress, clock, version }: { egress: Pick<Egress, 'fetchFor'>; clock: Clock; version: string }) {
    this.#fetch = egress.fetchFor({ timeoutMs: webhookLimitMs, maxRedirects: 0 })
    this.#clock = clock
    this.#userAgent = `Recado/${version} (webhooks)`
  }

  async send({ id, url, body, secrets }: WebhookRequest, signal: AbortSignal): Promise<WebhookResult> {
    const begun = performance.now()
    const result = (
      outcome: WebhookAttemptOutcome,
      status: number | null,
      answer = '',
      askedMs?: number,
    ): WebhookResult => ({
      outcome,
      status,
      answer,
      ms: Math.round(performance.now() - begun),
      askedMs,
    })
    if (secrets.length === 0) return result('unsigned', null)
    try {
      const seconds = Math.floor(this.#clock.now().getTime() / 1_000)
      const response = await this.#fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          ...webhookHeaders(secrets, { id, seconds, body }),
          'content-type': 'application/json',
          'user-agent': this.#userAgent,
        },
        body,
        signal,
      })
      const answer = await beginning(response)
      const asked = retryAfterMs(response.headers.get('retry-after'), this.#clock.now())
      return result(outcomeOf(response.status), response.status, answer, asked)
    } catch (error) {
      return result(signal.aborted ? 'interrupted' : failureOf(error), null)
    }
  }
}

function outcomeOf(status: number): WebhookAttemptOutcome {
  if (status >= 200 && status < 300) return 'ok'
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

function failureOf(error: unknown): WebhookAttemptOutcome {
  if ((error as { cause?: { code?: unknown } }).cause?.code === 'EGRESS_REFUSED') return 'refused'
  return (error as Error).name === 'TimeoutError' ? 'timeout' : 'network'
}

/** The first characters of an answer; the rest is not read. An answer that breaks off is as long as it is. */
async function beginning(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= readBytes) break
    }
  } catch {
    // The status says what the receiver made of it.
  }
  // PostgreSQL stores no zero characters.
  return Buffer.concat(pieces).toString('utf8').replaceAll('\0', '').slice(0, keptAnswer)
}
