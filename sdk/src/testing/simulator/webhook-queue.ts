import { HeldQueue } from './held-queue.ts'
import type { Delivery, WebhookDeliverer } from './webhook-deliverer.ts'

/** Events on their way to a webhook: one request at a time, several events in it where the provider batches. */
export class WebhookQueue<Event> {
  /** The most events of one request. */
  batch = 1
  readonly #waiting = new HeldQueue<Event>()
  readonly #deliverer: WebhookDeliverer
  readonly #sign: (events: readonly Event[]) => Delivery | undefined
  #running: Promise<void> | undefined

  /** @param sign the provider's request for these events, signed; undefined while there is no webhook */
  constructor(deliverer: WebhookDeliverer, sign: (events: readonly Event[]) => Delivery | undefined) {
    this.#deliverer = deliverer
    this.#sign = sign
  }

  push(...events: readonly Event[]): void {
    this.#waiting.push(...events)
    this.#stir()
  }
  /** Holds events back until they are released, in another order if requested. */
  hold(): void {
    this.#waiting.hold()
  }
  release(order?: 'asCame' | 'reversed'): void {
    this.#waiting.release(order)
    this.#stir()
  }
  /** Resolves when everything that may go has gone. */
  async settled(): Promise<void> {
    await this.#running
  }

  #stir(): void {
    if (this.#waiting.next(1).length > 0) this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    for (let next = this.#waiting.next(this.batch); next.length > 0; next = this.#waiting.next(this.batch)) {
      const sent = new Set(next)
      await this.#deliverer.insist(() => this.#sign(next))
      this.#waiting.forget((event) => sent.has(event))
    }
    this.#running = undefined
  }
}
