import { HeldQueue, WebhookDeliverer, type Delivery, type SimulatorClock } from '@recado/sdk/testing/simulator'
import type { User } from './members.ts'

export interface Update {
  readonly update_id: number
  readonly [kind: string]: unknown
}
export interface Webhook {
  readonly url: string
  readonly secret: string
  readonly allowed: readonly string[] | undefined
}

/** Kinds that come only to who asks for them. */
const unasked = new Set(['chat_member', 'message_reaction', 'message_reaction_count'])
const policy = { tries: 8, firstPauseMs: 50 }
const mostUpdates = 100

/** One bot with its queue of updates, which go to its webhook or to whoever asks for them. */
export class Bot {
  readonly token: string
  readonly id: number
  readonly username: string
  webhook: Webhook | undefined
  lastError: { date: number; message: string } | undefined
  #allowed: readonly string[] | undefined
  readonly #queue = new HeldQueue<Update>()
  readonly #deliverer: WebhookDeliverer
  #nextId = 1_000
  #waiting: { wake(): void; conflict(): void } | undefined
  #delivering: Promise<void> | undefined

  /** @param onReply the call that an answer to the webhook may carry */
  constructor(token: string, clock: SimulatorClock, onReply: (call: Record<string, unknown>) => void) {
    this.token = token
    this.id = Number(token.split(':')[0])
    this.username = `bot${this.id}`
    this.#deliverer = new WebhookDeliverer({
      policy,
      onOutcome: ({ status, statusText, body }) => {
        if (status < 200 || status >= 300)
          this.lastError = {
            date: clock.seconds(),
            message: status === 0 ? 'Connection refused' : `Wrong response from the webhook: ${status} ${statusText}`,
          }
        else if (body.startsWith('{')) onReply(JSON.parse(body) as Record<string, unknown>)
      },
    })
  }

  /** The bot as members and messages name it. */
  get facts(): User {
    return { id: this.id, is_bot: true, first_name: this.username, username: this.username }
  }

  /** How often each update is delivered to the webhook. */
  get copies(): number {
    return this.#deliverer.copies
  }
  set copies(copies: number) {
    this.#deliverer.copies = copies
  }

  get pending(): number {
    return this.#queue.length
  }

  push(kind: string, content: unknown): void {
    const allowed = this.webhook?.allowed ?? this.#allowed
    if (allowed && allowed.length > 0 ? !allowed.includes(kind) : unasked.has(kind)) return
    this.pushUnasked(kind, content)
  }

  /** An update that comes whether the bot asked for its kind or not, as after a change of what it asks for. */
  pushUnasked(kind: string, content: unknown): void {
    this.#queue.push({ update_id: this.#nextId++, [kind]: content })
    this.#stir()
  }

  /** Updates pile up until they are released, in another order if wanted. */
  hold(): void {
    this.#queue.hold()
  }
  release(order?: 'asCame' | 'reversed'): void {
    this.#queue.release(order)
    this.#stir()
  }

  setWebhook(webhook: Webhook | undefined): void {
    this.webhook = webhook
    this.lastError = undefined
    this.#waiting?.conflict()
    this.#stir()
  }

  /** Answers updates from `offset` on, which forgets those before, or 'conflict' when another caller takes over. */
  async take(
    offset: number | undefined,
    timeoutMs: number,
    allowed: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<readonly Update[] | 'conflict'> {
    this.#waiting?.conflict()
    if (allowed) this.#allowed = allowed
    if (offset !== undefined) this.#queue.forget((update) => update.update_id < offset)
    const there = (): readonly Update[] => this.#queue.next(mostUpdates)
    if (there().length > 0 || timeoutMs === 0) return there()
    return new Promise((resolve) => {
      const end = (result: readonly Update[] | 'conflict'): void => {
        clearTimeout(timer)
        if (this.#waiting === mine) this.#waiting = undefined
        resolve(result)
      }
      const timer = setTimeout(() => end([]), timeoutMs)
      const mine = {
        wake: () => {
          if (there().length > 0) end(there())
        },
        conflict: () => end('conflict'),
      }
      this.#waiting = mine
      signal.addEventListener('abort', () => end([]), { once: true })
    })
  }

  #stir(): void {
    if (this.#queue.next(1).length === 0) return
    if (this.webhook) this.#delivering ??= this.#deliver()
    else this.#waiting?.wake()
  }

  async #deliver(): Promise<void> {
    for (let [update] = this.#queue.next(1); update && this.webhook; [update] = this.#queue.next(1)) {
      const sent = update
      await this.#deliverer.insist(() => this.#request(sent))
      this.#queue.forget((each) => each === sent)
    }
    this.#delivering = undefined
  }

  /** Undefined once there is no webhook any more. */
  #request(update: Update): Delivery | undefined {
    if (!this.webhook) return undefined
    const { url, secret } = this.webhook
    return {
      url,
      body: JSON.stringify(update),
      headers: { 'content-type': 'application/json', ...(secret && { 'x-telegram-bot-api-secret-token': secret }) },
    }
  }
}
