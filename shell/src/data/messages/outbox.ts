import type { ApiError } from '@recado/sdk/ui'
import { asApiError, isTransient } from '../../base/api/error-code.ts'
import type { OutgoingPart } from '../../base/contracts.ts'
import type { Attachment } from './kept-file.ts'
import type { Uploads } from './uploads.ts'

/**
 * `waiting` until the network and the messages before it allow; `accepted` until its row comes back by the socket;
 * `refused` until the agent sends it again or throws it away.
 */
export type OutgoingState = 'waiting' | 'sending' | 'accepted' | 'refused'
export interface OutgoingMessage {
  /** Minted here: matches the row that comes back and is the request's idempotency key, so repeating is harmless. */
  readonly idFront: string
  readonly ticketId: string
  readonly body: string
  /** The text as the contact will read it: with the signature. */
  readonly asSent: string
  /** Whether the composer showed it signed; the server knows otherwise when absent. */
  readonly signed?: boolean | undefined
  readonly files: readonly Attachment[]
  /** Parts other than text and files. */
  readonly parts: readonly OutgoingPart[]
  /** The file is a voice note that was recorded here. */
  readonly voice?: boolean | undefined
  /** Of a voice note, as it was measured. */
  readonly seconds?: number | undefined
  readonly replyToId: string | null
  /** Seconds in which the server keeps it so that it can be taken back. */
  readonly hold: number
  /** Messages that were sent together have one: behind a refused one those after it wait. */
  readonly sequence: string | null
  readonly createdAt: string
  readonly state: OutgoingState
  readonly error: ApiError | null
}

export interface OutboxOptions {
  storage: Storage
  userId: string
  send(message: OutgoingMessage): Promise<void>
  /** Takes back what the server holds; rejects when it has left. */
  recall(message: OutgoingMessage): Promise<unknown>
  /** Holder of uploads: notified when a message with them is stored, and when it is discarded. */
  uploads?: Pick<Uploads, 'release' | 'drop'>
  /** Time before the next try if nothing signals that the network is back. Milliseconds. */
  retryAfter?: number
}

/** A message as its author submits it. */
export type NewOutgoing = Pick<OutgoingMessage, 'ticketId' | 'body' | 'files' | 'replyToId'> &
  Partial<Pick<OutgoingMessage, 'parts' | 'hold' | 'asSent' | 'signed' | 'voice' | 'seconds'>>

/** Whether a message waits for one before it that was refused. `messages` are those of its ticket. */
export const isHeldUp = (message: OutgoingMessage, messages: readonly OutgoingMessage[]): boolean =>
  message.state === 'waiting' &&
  message.sequence !== null &&
  messages
    .slice(0, messages.indexOf(message))
    .some(({ sequence, state }) => sequence === message.sequence && state === 'refused')

type Listener = () => void
const nothing: readonly OutgoingMessage[] = []

/**
 * Messages that agents have sent and the server has not yet confirmed. One ticket's messages leave in order, one at a
 * time. Texts survive a reload; files do not, because a browser gives no lasting access to them.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #key: string
  readonly #listeners = new Set<Listener>()
  readonly #busy = new Set<string>()
  /** By idFront: settles when the request under way has ended. */
  readonly #sending = new Map<string, Promise<unknown>>()
  #messages: ReadonlyMap<string, readonly OutgoingMessage[]> = new Map()
  #retry: ReturnType<typeof setTimeout> | null = null

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#key = `recado.outbox.${options.userId}`
    this.#restore()
  }

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  of = (ticketId: string): readonly OutgoingMessage[] => this.#messages.get(ticketId) ?? nothing

  add(message: NewOutgoing): void {
    this.#push(message, null)
  }

  /**
   * Messages that only make sense one after the other: when one is refused, those behind it wait for what becomes of
   * it.
   */
  addInOrder(messages: readonly NewOutgoing[]): void {
    const sequence = messages.length > 1 ? crypto.randomUUID() : null
    for (const message of messages) this.#push(message, sequence)
  }

  #push(message: NewOutgoing, sequence: string | null): void {
    this.#set(message.ticketId, [
      ...this.of(message.ticketId),
      {
        parts: [],
        hold: 0,
        asSent: message.body,
        ...message,
        sequence,
        idFront: crypto.randomUUID(),
        createdAt: new Date().toISOString(),
        state: 'waiting',
        error: null,
      },
    ])
    void this.#drain(message.ticketId)
  }

  sendAgain(ticketId: string, idFront: string): void {
    this.#change(ticketId, idFront, { state: 'waiting', error: null })
    void this.#drain(ticketId)
  }

  /** Discards a message; later ones leave. */
  discard(ticketId: string, idFront: string): void {
    for (const file of this.#find(ticketId, idFront)?.files ?? []) this.#options.uploads?.drop(file)
    this.#remove(ticketId, idFront)
  }

  #find(ticketId: string, idFront: string): OutgoingMessage | undefined {
    return this.of(ticketId).find((message) => message.idFront === idFront)
  }

  #remove(ticketId: string, idFront: string): void {
    this.#set(
      ticketId,
      this.of(ticketId).filter((message) => message.idFront !== idFront),
    )
    void this.#drain(ticketId)
  }

  /** Gives a held or waiting message back to its author, as it was written; undefined when it has left already. */
  async takeBack(ticketId: string, idFront: string): Promise<OutgoingMessage | undefined> {
    await this.#sending.get(idFront)
    const message = this.#find(ticketId, idFront)
    if (!message) return undefined
    if (message.state === 'accepted') {
      try {
        await this.#options.recall(message)
      } catch {
        return undefined
      }
    }
    this.#remove(ticketId, idFront)
    return message
  }

  /** The row has come back: from here on it is the thread's. */
  confirm(ticketId: string, idFront: string): void {
    const message = this.#find(ticketId, idFront)
    if (!message) return
    this.#options.uploads?.release(message.files)
    this.#remove(ticketId, idFront)
  }

  /** The network is back: everything that waits leaves. */
  resume(): void {
    for (const ticketId of this.#messages.keys()) void this.#drain(ticketId)
  }

  async #drain(ticketId: string): Promise<void> {
    if (this.#busy.has(ticketId)) return
    this.#busy.add(ticketId)
    try {
      for (;;) {
        const next = this.of(ticketId).find(
          (message, _at, all) => message.state === 'waiting' && !isHeldUp(message, all),
        )
        if (!next) return
        this.#change(ticketId, next.idFront, { state: 'sending' })
        try {
          const sending = this.#options.send(next)
          this.#sending.set(
            next.idFront,
            sending.catch(() => undefined),
          )
          await sending
          this.#change(ticketId, next.idFront, { state: 'accepted' })
        } catch (thrown) {
          const error = asApiError(thrown)
          if (isTransient(error)) {
            this.#change(ticketId, next.idFront, { state: 'waiting', error })
            this.#tryLater()
            return
          }
          this.#change(ticketId, next.idFront, { state: 'refused', error })
        } finally {
          this.#sending.delete(next.idFront)
        }
      }
    } finally {
      this.#busy.delete(ticketId)
    }
  }

  #tryLater(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = null
      this.resume()
    }, this.#options.retryAfter ?? 5_000)
  }

  #change(ticketId: string, idFront: string, change: Partial<OutgoingMessage>): void {
    this.#set(
      ticketId,
      this.of(ticketId).map((message) => (message.idFront === idFront ? { ...message, ...change } : message)),
    )
  }

  #set(ticketId: string, messages: readonly OutgoingMessage[]): void {
    const next = new Map(this.#messages)
    if (messages.length > 0) next.set(ticketId, messages)
    else next.delete(ticketId)
    this.#messages = next
    this.#keep()
    for (const listener of this.#listeners) listener()
  }

  #keep(): void {
    const lasting = [...this.#messages.values()]
      .flat()
      .filter((message) => message.files.length === 0 && message.state !== 'accepted')
    try {
      if (lasting.length > 0)
        this.#options.storage.setItem(
          this.#key,
          JSON.stringify(lasting.map(({ error: _error, ...message }) => message)),
        )
      else this.#options.storage.removeItem(this.#key)
    } catch {
      // The browser's storage is full: pending messages stay in memory for as long as the page is open.
    }
  }

  #restore(): void {
    try {
      const stored = JSON.parse(this.#options.storage.getItem(this.#key) ?? '[]') as OutgoingMessage[]
      const messages = new Map<string, OutgoingMessage[]>()
      for (const message of stored) {
        const state = message.state === 'refused' ? 'refused' : 'waiting'
        messages.set(message.ticketId, [
          ...(messages.get(message.ticketId) ?? []),
          {
            ...message,
            asSent: message.asSent ?? message.body,
            parts: message.parts ?? [],
            hold: message.hold ?? 0,
            sequence: message.sequence ?? null,
            state,
            files: [],
            error: null,
          },
        ])
      }
      this.#messages = messages
    } catch {
      this.#messages = new Map()
    }
  }
}
