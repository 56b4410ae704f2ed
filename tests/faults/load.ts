import { createHmac, randomUUID } from 'node:crypto'
import { signingSecret } from '../conversation/far-side.ts'

/** A provider that is not answered within this tries again; the node was deaf for it. */
const patienceMs = 2_000

/** A connection of the fixture channel, as its provider reaches it through any of the nodes. */
export interface HookAddress { readonly connectionId: string; readonly path: string }

/** What a provider saw. */
export interface LoadReport {
  /** Ids of messages that a node answered with 2xx, in the order of each chat. */
  readonly accepted: readonly string[]
  /** Longest time in which no delivery was accepted by the node, in milliseconds, by base address. */
  readonly longestGapMs: ReadonlyMap<string, number>
}

/**
 * A provider that delivers messages of several chats, each chat one after the other, to all nodes in turn, and tries
 * each again until it is accepted. Runs until {@link stop}; chats finish the message that they are at.
 */
export class Load {
  readonly #bases: readonly string[]
  readonly #hook: HookAddress
  readonly #accepted: string[] = []
  readonly #lastAccepted = new Map<string, number>()
  readonly #gaps = new Map<string, number>()
  readonly #chats: Promise<void>[]
  #stopped = false

  constructor(bases: readonly string[], hook: HookAddress, options: { readonly chats: number; readonly perSecond: number }) {
    this.#bases = bases
    this.#hook = hook
    const now = performance.now()
    for (const base of bases) this.#lastAccepted.set(base, now)
    const everyMs = (options.chats / options.perSecond) * 1_000
    this.#chats = Array.from({ length: options.chats }, (_, index) => this.#chat(index, everyMs))
  }

  /** Milliseconds since the node last accepted a message. */
  silenceOf(base: string): number { return performance.now() - this.#lastAccepted.get(base)! }

  get acceptedCount(): number { return this.#accepted.length }

  async stop(): Promise<LoadReport> {
    this.#stopped = true
    await Promise.all(this.#chats)
    return { accepted: this.#accepted, longestGapMs: this.#gaps }
  }

  async #chat(index: number, everyMs: number): Promise<void> {
    const chat = `chat-${randomUUID()}`
    const base = this.#bases[index % this.#bases.length]!
    for (let count = 0; !this.#stopped; count++) {
      const began = performance.now()
      const id = `${chat}-${String(count).padStart(5, '0')}`
      while (!(await this.#deliver(base, chat, id))) await new Promise((resolve) => setTimeout(resolve, 50))
      const now = performance.now()
      this.#accepted.push(id)
      this.#gaps.set(base, Math.max(this.#gaps.get(base) ?? 0, now - this.#lastAccepted.get(base)!))
      this.#lastAccepted.set(base, now)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - (now - began))))
    }
  }

  async #deliver(base: string, chat: string, id: string): Promise<boolean> {
    const event = { type: 'message', id, chat, from: { id: chat, name: chat }, text: id, at: new Date().toISOString() }
    const body = JSON.stringify({ events: [event] })
    const signature = createHmac('sha256', signingSecret).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-hook-signature': signature }
    const request = { method: 'POST', body, headers, signal: AbortSignal.timeout(patienceMs) }
    const response = await fetch(base + this.#hook.path, request).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    return response?.status === 200
  }
}
