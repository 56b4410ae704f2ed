import { createHmac } from 'node:crypto'
import { WebhookDeliverer, WebhookQueue, type Delivery } from '@recado/sdk/testing/simulator'

/** One change of a webhook, with the account it belongs to. */
export interface Change {
  readonly account: string
  readonly field: string
  readonly value: object
}
/** Where changes go, and how it is proved from whom they come. */
export interface Destination {
  readonly url: string
  readonly appSecret?: string
  readonly headers?: Readonly<Record<string, string>>
}

const policy = { tries: 8, firstPauseMs: 50 }
const wholeBatch = 1_000

/** What a number or an app delivers: signed, one after another, repeated with growing pauses until it is taken. */
export class Deliveries {
  lastError: string | undefined
  readonly #deliverer: WebhookDeliverer
  readonly #queue: WebhookQueue<Change>

  /** @param reach addresses are public ones; a proxy leads them to the node of a test */
  constructor(destination: () => Destination | undefined, reach: (url: string) => string = (url) => url) {
    this.#deliverer = new WebhookDeliverer({
      policy,
      reach,
      onOutcome: ({ status }) => {
        this.lastError =
          status === 0 ? 'the webhook cannot be reached' : status >= 300 ? `the webhook answered ${status}` : undefined
      },
    })
    this.#queue = new WebhookQueue(this.#deliverer, (changes) => {
      const to = destination()
      return to && requestOf(to, changes)
    })
  }

  /** How often each body is delivered. */
  set copies(count: number) {
    this.#deliverer.copies = count
  }
  push(change: Change): void {
    this.#queue.push(change)
  }

  /** Changes pile up until they are released: one by one, as one batch, or in reversed order. */
  hold(): void {
    this.#queue.hold()
  }
  release(how: 'oneByOne' | 'batch' | 'reversed' = 'oneByOne'): void {
    this.#queue.batch = how === 'batch' ? wholeBatch : 1
    this.#queue.release(how === 'reversed' ? 'reversed' : 'asCame')
  }

  idle(): Promise<void> {
    return this.#queue.settled()
  }
}

function requestOf({ url, appSecret, headers }: Destination, changes: readonly Change[]): Delivery {
  const accounts = [...new Set(changes.map(({ account }) => account))]
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: accounts.map((id) => ({
      id,
      changes: changes.filter(({ account }) => account === id).map(({ field, value }) => ({ field, value })),
    })),
  })
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(appSecret !== undefined && {
        'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`,
      }),
    },
  }
}
