import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** One change of a webhook, with the account it belongs to. */
export interface Change { readonly account: string; readonly field: string; readonly value: object }
/** Where changes go, and how it is proved from whom they come. */
export interface Destination { readonly url: string; readonly appSecret?: string; readonly headers?: Readonly<Record<string, string>> }

const tries = 8
const firstPauseMs = 50

/** What a number or an app delivers: signed, one after another, repeated with growing pauses until it is taken. */
export class Deliveries {
  /** How often each body is delivered. */
  copies = 1
  lastError: string | undefined
  readonly #destination: () => Destination | undefined
  /** Addresses are public ones; a proxy leads them to the node of a test. */
  readonly #reach: (url: string) => string
  /** Batches of changes; most are of one. */
  #queue: (readonly Change[])[] = []
  #running: Promise<void> | undefined
  #isHeld = false

  constructor(destination: () => Destination | undefined, reach: (url: string) => string = (url) => url) {
    this.#destination = destination
    this.#reach = reach
  }

  push(change: Change): void {
    this.#queue.push([change])
    this.#stir()
  }

  /** Changes pile up until they are released: one by one, as one batch, or in reversed order. */
  hold(): void { this.#isHeld = true }
  release(how: 'oneByOne' | 'batch' | 'reversed' = 'oneByOne'): void {
    this.#isHeld = false
    if (how === 'reversed') this.#queue.reverse()
    if (how === 'batch') this.#queue.push(this.#queue.splice(0).flat())
    this.#stir()
  }

  async idle(): Promise<void> { while (this.#running) await this.#running }

  #stir(): void {
    if (!this.#isHeld && this.#queue.length > 0) this.#running ??= this.#drain().finally(() => { this.#running = undefined; this.#stir() })
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0 && !this.#isHeld) await this.#deliver(this.#queue.shift()!)
  }

  async #deliver(changes: readonly Change[]): Promise<void> {
    const accounts = [...new Set(changes.map(({ account }) => account))]
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: accounts.map((id) => ({ id, changes: changes.filter(({ account }) => account === id).map(({ field, value }) => ({ field, value })) })) })
    await Promise.all(Array.from({ length: this.copies }, () => this.#insist(body)))
  }

  async #insist(body: string): Promise<void> {
    for (let attempt = 0; attempt < tries; attempt++) {
      const destination = this.#destination()
      if (!destination) return
      this.lastError = await post(this.#reach(destination.url), signedHeaders(destination, body), body)
      if (this.lastError === undefined) return
      await pause(firstPauseMs * 2 ** attempt)
    }
  }
}

const signedHeaders = ({ appSecret, headers }: Destination, body: string): Record<string, string> =>
  ({ 'content-type': 'application/json', ...headers, ...(appSecret !== undefined && { 'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}` }) })

async function post(url: string, headers: Record<string, string>, body: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body })
    await response.body?.cancel()
    return response.ok ? undefined : `the webhook answered ${response.status}`
  } catch {
    return 'the webhook cannot be reached'
  }
}
