import { setTimeout as pause } from 'node:timers/promises'

/**
 * A request to a webhook as the provider sends it: signed, with its body as transmitted. With GET all of it is in the
 * address.
 */
export interface Delivery {
  readonly method?: 'POST' | 'GET'
  readonly url: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

/** Result of a delivery. A status of 0: the webhook cannot be reached. */
export interface DeliveryOutcome {
  readonly status: number
  readonly statusText: string
  readonly body: string
}

/**
 * Retries of a provider after a failed delivery. The pauses double; they are shorter than those of real providers, for
 * tests.
 */
export interface DeliveryPolicy {
  readonly tries: number
  readonly firstPauseMs: number
}

/** Options of a {@link WebhookDeliverer}. */
export interface WebhookDelivererOptions {
  readonly policy?: DeliveryPolicy
  /** Maps an address to the one reachable from here, if a proxy is in between. */
  readonly reach?: (url: string) => string
  /** Called after every single attempt: an answer may carry a call, a failure is shown to the administrator. */
  readonly onOutcome?: (outcome: DeliveryOutcome) => void
}

const usualPolicy: DeliveryPolicy = { tries: 6, firstPauseMs: 100 }
const isTaken = ({ status }: DeliveryOutcome): boolean => status >= 200 && status < 300

/** Brings a provider's requests to a webhook, once or until they are taken. */
export class WebhookDeliverer {
  /** Number of simultaneous copies of each request: some providers repeat themselves. */
  copies = 1
  readonly #policy: DeliveryPolicy
  readonly #reach: (url: string) => string
  readonly #onOutcome: (outcome: DeliveryOutcome) => void

  constructor({
    policy = usualPolicy,
    reach = (url) => url,
    onOutcome = () => undefined,
  }: WebhookDelivererOptions = {}) {
    this.#policy = policy
    this.#reach = reach
    this.#onOutcome = onOutcome
  }

  /** Sends once, whatever the answer is. Throws when there is no answer. */
  async post({ method = 'POST', url, body, headers }: Delivery): Promise<DeliveryOutcome> {
    const response = await fetch(this.#reach(url), { method, headers, ...(method === 'POST' && { body }) })
    const outcome = { status: response.status, statusText: response.statusText, body: await response.text() }
    this.#onOutcome(outcome)
    return outcome
  }

  /**
   * Again and again until it is taken, as providers do; resolves when it is, or when there is nothing left to try.
   * @param delivery asked for at every attempt, since a webhook may move; undefined gives up
   */
  async insist(delivery: Delivery | (() => Delivery | undefined)): Promise<void> {
    await Promise.all(
      Array.from({ length: this.copies }, () =>
        this.#insistOnce(typeof delivery === 'function' ? delivery : () => delivery),
      ),
    )
  }

  async #insistOnce(delivery: () => Delivery | undefined): Promise<void> {
    for (let attempt = 0; attempt < this.#policy.tries; attempt++) {
      const next = delivery()
      if (!next) return
      const unreached: DeliveryOutcome = { status: 0, statusText: '', body: '' }
      const outcome = await this.post(next).catch(() => {
        this.#onOutcome(unreached)
        return unreached
      })
      if (isTaken(outcome)) return
      await pause(this.#policy.firstPauseMs * 2 ** attempt)
    }
  }
}
