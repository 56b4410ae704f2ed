import { setTimeout as pause } from 'node:timers/promises'

/** One SMS between the company and a customer. */
export interface Sms { readonly id: string; readonly customer: string; readonly fromCustomer: boolean; readonly text: string; readonly at: string; state: string; readonly callback?: string | undefined }
/** A signed request to the company's webhook. */
export interface Delivery { readonly url: string; readonly body: string; readonly headers: Readonly<Record<string, string>> }

const deliveryTries = 6
const firstPauseMs = 100

/** What a company has at a provider: a number, a webhook, and everything that went over it. */
export abstract class Account {
  readonly number: string
  readonly messages: Sms[] = []
  /** Where the company wants its messages. */
  webhook: string | undefined
  lastError: string | undefined
  readonly #reach: (url: string) => string

  /** @param reach how an address of the company is reached from here: a proxy stands in between when it is another one */
  constructor(number: string, reach: (url: string) => string = (url) => url) {
    this.number = number
    this.#reach = reach
  }

  /** What this provider posts when a customer writes. */
  abstract arrival(sms: Sms): Delivery
  /** What this provider posts when it knows more of a message of ours. */
  abstract receipt(sms: Sms, state: string, errorCode?: string): Delivery

  add(sms: Omit<Sms, 'at'>): Sms {
    const added = { ...sms, at: new Date().toISOString() }
    this.messages.push(added)
    return added
  }

  of(customer: string): Sms[] { return this.messages.filter((sms) => sms.customer === customer) }

  async report(sms: Sms, state: string, errorCode?: string): Promise<number> {
    sms.state = state
    return this.post(this.receipt(sms, state, errorCode))
  }

  /** Once, whatever the answer is. */
  async post({ url, body, headers }: Delivery): Promise<number> {
    const response = await fetch(this.#reach(url), { method: 'POST', body, headers })
    await response.arrayBuffer()
    this.lastError = response.ok ? undefined : `the webhook answered ${response.status}`
    return response.status
  }

  /** As providers do: again and again, until the webhook has taken it. */
  async insist(delivery: Delivery): Promise<void> {
    for (let attempt = 0; attempt < deliveryTries; attempt++) {
      const status = await this.post(delivery).catch(() => 0)
      if (status >= 200 && status < 300) return
      this.lastError = status === 0 ? 'the webhook cannot be reached' : `the webhook answered ${status}`
      await pause(firstPauseMs * 2 ** attempt)
    }
  }
}
