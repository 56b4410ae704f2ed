import { setTimeout as pause } from 'node:timers/promises'

export interface Update { readonly update_id: number; readonly [kind: string]: unknown }
export interface Webhook { readonly url: string; readonly secret: string; readonly allowed: readonly string[] | undefined }

/** Kinds that come only to who asks for them. */
const unasked = new Set(['chat_member', 'message_reaction', 'message_reaction_count'])
const deliveryTries = 8
const firstPauseMs = 50

/** One bot with its queue of updates, which go to its webhook or to whoever asks for them. */
export class Bot {
  readonly token: string
  readonly id: number
  readonly username: string
  webhook: Webhook | undefined
  lastError: { date: number; message: string } | undefined
  /** How often each update is delivered to the webhook. */
  copies = 1
  #allowed: readonly string[] | undefined
  #queue: Update[] = []
  #nextId = 1_000
  #waiting: { wake(): void; conflict(): void } | undefined
  #delivering: Promise<void> | undefined
  #isHeld = false
  readonly #onReply: (call: Record<string, unknown>) => void

  /** @param onReply the call that an answer to the webhook may carry */
  constructor(token: string, onReply: (call: Record<string, unknown>) => void) {
    this.token = token
    this.id = Number(token.split(':')[0])
    this.username = `bot${this.id}`
    this.#onReply = onReply
  }

  get pending(): number { return this.#queue.length }

  push(kind: string, content: unknown): void {
    const allowed = this.webhook?.allowed ?? this.#allowed
    if (allowed && allowed.length > 0 ? !allowed.includes(kind) : unasked.has(kind)) return
    this.#queue.push({ update_id: this.#nextId++, [kind]: content })
    this.#stir()
  }

  /** Updates pile up until they are released, in another order if wanted. */
  hold(): void { this.#isHeld = true }
  release(order: 'asCame' | 'reversed' = 'asCame'): void {
    if (order === 'reversed') this.#queue.reverse()
    this.#isHeld = false
    this.#stir()
  }

  setWebhook(webhook: Webhook | undefined): void {
    this.webhook = webhook
    this.lastError = undefined
    this.#waiting?.conflict()
    this.#stir()
  }

  /** Answers updates from `offset` on, which forgets those before, or 'conflict' when another caller takes over. */
  async take(offset: number | undefined, timeoutMs: number, allowed: readonly string[] | undefined, signal: AbortSignal): Promise<readonly Update[] | 'conflict'> {
    this.#waiting?.conflict()
    if (allowed) this.#allowed = allowed
    if (offset !== undefined) this.#queue = this.#queue.filter((update) => update.update_id >= offset)
    const there = (): Update[] => (this.#isHeld ? [] : this.#queue.slice(0, 100))
    if (there().length > 0 || timeoutMs === 0) return there()
    return new Promise((resolve) => {
      const end = (result: readonly Update[] | 'conflict'): void => {
        clearTimeout(timer)
        if (this.#waiting === mine) this.#waiting = undefined
        resolve(result)
      }
      const timer = setTimeout(() => end([]), timeoutMs)
      const mine = { wake: () => { if (there().length > 0) end(there()) }, conflict: () => end('conflict') }
      this.#waiting = mine
      signal.addEventListener('abort', () => end([]), { once: true })
    })
  }

  #stir(): void {
    if (this.#isHeld) return
    if (this.webhook) this.#delivering ??= this.#deliver().finally(() => { this.#delivering = undefined })
    else this.#waiting?.wake()
  }

  async #deliver(): Promise<void> {
    for (let update = this.#queue[0]; update && this.webhook && !this.#isHeld; update = this.#queue[0]) {
      await Promise.all(Array.from({ length: this.copies }, () => this.#post(update)))
      this.#queue = this.#queue.filter((each) => each !== update)
    }
  }

  async #post(update: Update): Promise<void> {
    for (let attempt = 0; attempt < deliveryTries && this.webhook; attempt++) {
      const { url, secret } = this.webhook
      try {
        const response = await fetch(url, { method: 'POST', body: JSON.stringify(update), headers: { 'content-type': 'application/json', ...(secret && { 'x-telegram-bot-api-secret-token': secret }) } })
        const text = await response.text()
        if (response.ok) {
          if (text.startsWith('{')) this.#onReply(JSON.parse(text) as Record<string, unknown>)
          return
        }
        this.lastError = { date: Math.floor(Date.now() / 1_000), message: `Wrong response from the webhook: ${response.status} ${response.statusText}` }
      } catch {
        this.lastError = { date: Math.floor(Date.now() / 1_000), message: 'Connection refused' }
      }
      await pause(firstPauseMs * 2 ** attempt)
    }
  }
}
