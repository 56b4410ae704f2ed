import { WebhookDeliverer, type Delivery as SignedRequest, type SimulatorClock } from '@recado/sdk/testing/simulator'

/** One SMS between the company and a customer. */
export interface Sms {
  readonly id: string
  readonly customer: string
  readonly fromCustomer: boolean
  readonly text: string
  readonly at: string
  state: string
  readonly callback?: string | undefined
}

/** A signed request to the company's webhook. */
export interface Delivery extends SignedRequest {
  readonly body: string
}

const policy = { tries: 6, firstPauseMs: 100 }

/** What a company has at a provider: a number, a webhook, and everything that went over it. */
export abstract class Account {
  readonly number: string
  readonly messages: Sms[] = []
  /** Where the company wants its messages. */
  webhook: string | undefined
  lastError: string | undefined
  readonly #clock: SimulatorClock
  readonly #deliverer: WebhookDeliverer

  /** @param reach how an address of the company is reached from here: a proxy is in between when it is another one */
  constructor(number: string, clock: SimulatorClock, reach: (url: string) => string = (url) => url) {
    this.number = number
    this.#clock = clock
    this.#deliverer = new WebhookDeliverer({
      policy,
      reach,
      onOutcome: ({ status }) => {
        if (status >= 200 && status < 300) this.lastError = undefined
        else this.lastError = status === 0 ? 'the webhook cannot be reached' : `the webhook answered ${status}`
      },
    })
  }

  /** What this provider posts when a customer writes. */
  abstract arrival(sms: Sms): Delivery
  /** What this provider posts when it knows more of a message of ours. */
  abstract receipt(sms: Sms, state: string, errorCode?: string): Delivery

  add(sms: Omit<Sms, 'at'>): Sms {
    const added = { ...sms, at: this.#clock.now().toISOString() }
    this.messages.push(added)
    return added
  }

  of(customer: string): Sms[] {
    return this.messages.filter((sms) => sms.customer === customer)
  }

  async report(sms: Sms, state: string, errorCode?: string): Promise<number> {
    sms.state = state
    return this.post(this.receipt(sms, state, errorCode))
  }

  /** Once, whatever the answer is. */
  async post(delivery: Delivery): Promise<number> {
    return (await this.#deliverer.post(delivery)).status
  }
  /** As providers do: again and again, until the webhook has taken it. */
  insist(delivery: Delivery): Promise<void> {
    return this.#deliverer.insist(delivery)
  }
}
