import { setTimeout as pause } from 'node:timers/promises'
import type { BinaryNode, WASocket } from 'baileys'

/** A message that has not come out of Baileys after so long is none that is stored. */
const comesWithinMs = 5_000

/** Messages of its own phone that a device remembers until they were read. */
const mostFromPeer = 1_000

/** The WebSocket as far as it is used here. */
interface Wire {
  send(data: Buffer, sent?: (error?: Error) => void): void
}
type Send = (data: Buffer, sent?: (error?: Error) => void) => void

/**
 * Holds back what Baileys sends while a message that has arrived is not stored yet: among it is the receipt with which
 * WhatsApp forgets the message. Frames are numbered as they are encrypted, so that all of them wait, in their order.
 */
export class HeldFrames {
  readonly #line: Wire
  readonly #send: Send
  readonly #waiting: Buffer[] = []
  /** Messages that have arrived, and until when they are waited for; without a time from their coming out on. */
  readonly #arrived = new Map<string, number | undefined>()
  /** Those of them that the account's own phone has sent to this device. */
  readonly #fromPeer = new Set<string>()
  readonly #over = new AbortController()
  #isLooking = false

  constructor(socket: WASocket) {
    // The client keeps its WebSocket here; it has one as soon as it exists.
    const line = (socket.ws as unknown as { readonly socket: Wire }).socket
    this.#line = line
    this.#send = line.send.bind(line)
    const send: Send = (data, sent) => {
      if (this.#arrived.size === 0) return this.#send(data, sent)
      this.#waiting.push(data)
      sent?.()
    }
    Object.assign(line, { send })
    socket.ws.on('CB:message', (stanza: BinaryNode) => this.#arrives(stanza))
    // What the account's own phone sends to its devices is answered while a login is still going on, which would wait
    // for frames that are held. So it is held only from here on: Baileys has read it and is about to confirm it.
    const manager = socket.messageRetryManager
    const cancel = manager?.cancelPendingPhoneRequest.bind(manager)
    if (manager && cancel)
      manager.cancelPendingPhoneRequest = (id) => {
        if (this.#fromPeer.has(id)) this.#awaits(id)
        cancel(id)
      }
  }

  /** These have come out of Baileys, and are being stored. */
  taken(ids: readonly string[]): void {
    for (const id of ids) if (this.#arrived.has(id)) this.#arrived.set(id, undefined)
  }

  /** These are stored: their receipts may go. */
  stored(ids: readonly string[]): void {
    for (const id of ids) this.#forget(id)
    this.#release()
  }

  /**
   * These were read. Of what a phone sends to its device only the past is stored, and that is told by {@link taken}.
   */
  peerRead(ids: readonly string[]): void {
    const own = ids.filter((id) => this.#fromPeer.has(id))
    if (own.length > 0) this.stored(own)
  }

  close(): void {
    this.#over.abort()
    this.#waiting.length = 0
    this.#arrived.clear()
    this.#fromPeer.clear()
    Object.assign(this.#line, { send: this.#send })
  }

  #arrives({ attrs }: BinaryNode): void {
    if (!attrs['id']) return
    if (attrs['category'] === 'peer') {
      if (this.#fromPeer.size < mostFromPeer) this.#fromPeer.add(attrs['id'])
      return
    }
    this.#awaits(attrs['id'])
  }

  #awaits(id: string): void {
    this.#arrived.set(id, performance.now() + comesWithinMs)
    void this.#look()
  }

  /** Gives up messages that do not come out of Baileys. */
  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    while (this.#arrived.size > 0 && !this.#over.signal.aborted) {
      await pause(comesWithinMs, undefined, { signal: this.#over.signal, ref: false }).catch(() => undefined)
      const now = performance.now()
      for (const [id, until] of this.#arrived) if (until !== undefined && until <= now) this.#forget(id)
      this.#release()
    }
    this.#isLooking = false
  }

  #forget(id: string): void {
    this.#arrived.delete(id)
    this.#fromPeer.delete(id)
  }

  #release(): void {
    if (this.#arrived.size > 0) return
    for (const frame of this.#waiting.splice(0)) this.#send(frame)
  }
}
