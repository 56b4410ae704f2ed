import { setTimeout as pause } from 'node:timers/promises'
import type { BinaryNode, WASocket } from 'baileys'
import { ExpectedMessages } from './expected-messages.ts'

/** How often, and how many times, it is looked whether a message comes out of Baileys: for five seconds. */
const betweenLooksMs = 500
const looks = 10

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
  /** What waited while nobody was connected is read in one row, what comes now beside it. */
  readonly #kept = new ExpectedMessages(looks)
  readonly #live = new ExpectedMessages(looks)
  /** Messages that have come out, and are being stored. */
  readonly #storing = new Set<string>()
  /** What the account's own phone has sent to this device. */
  readonly #fromPeer = new Set<string>()
  readonly #over = new AbortController()
  #isLooking = false

  /** @param isDropped whether nothing from an address comes out of Baileys: that is not waited for */
  constructor(socket: WASocket, isDropped: (jid: string | undefined) => boolean) {
    // The client keeps its WebSocket here; it has one as soon as it exists.
    const line = (socket.ws as unknown as { readonly socket: Wire }).socket
    this.#line = line
    this.#send = line.send.bind(line)
    const send: Send = (data, sent) => {
      if (this.#isIdle()) return this.#send(data, sent)
      this.#waiting.push(data)
      sent?.()
    }
    Object.assign(line, { send })
    socket.ws.on('CB:message', (stanza: BinaryNode) => {
      if (!isDropped(stanza.attrs['from'])) this.#arrives(stanza)
    })
    // What the account's own phone sends to its devices is answered while a login is still going on, which would wait
    // for frames that are held. So it is held only from here on: Baileys has read it and is about to confirm it.
    const manager = socket.messageRetryManager
    const cancel = manager?.cancelPendingPhoneRequest.bind(manager)
    if (manager && cancel)
      manager.cancelPendingPhoneRequest = (id) => {
        if (this.#fromPeer.has(id)) this.#awaits(id, this.#live)
        cancel(id)
      }
  }

  /** These have come out of Baileys, and are being stored. */
  taken(ids: readonly string[]): void {
    for (const expected of [this.#kept, this.#live]) for (const id of expected.comeOut(ids)) this.#storing.add(id)
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
    this.#kept.clear()
    this.#live.clear()
    this.#storing.clear()
    this.#fromPeer.clear()
    Object.assign(this.#line, { send: this.#send })
  }

  #arrives({ attrs }: BinaryNode): void {
    if (!attrs['id']) return
    if (attrs['category'] === 'peer') {
      if (this.#fromPeer.size < mostFromPeer) this.#fromPeer.add(attrs['id'])
      return
    }
    this.#awaits(attrs['id'], attrs['offline'] ? this.#kept : this.#live)
  }

  #awaits(id: string, expected: ExpectedMessages): void {
    if (!this.#storing.has(id)) expected.arrives(id)
    void this.#look()
  }

  /** Gives up messages that do not come out of Baileys. */
  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    while (this.#kept.size + this.#live.size > 0 && !this.#over.signal.aborted) {
      await pause(betweenLooksMs, undefined, { signal: this.#over.signal, ref: false }).catch(() => undefined)
      this.#kept.look()
      this.#live.look()
      this.#release()
    }
    this.#isLooking = false
  }

  #forget(id: string): void {
    this.#kept.forget(id)
    this.#live.forget(id)
    this.#storing.delete(id)
    this.#fromPeer.delete(id)
  }

  #isIdle(): boolean {
    return this.#kept.size + this.#live.size + this.#storing.size === 0
  }

  #release(): void {
    if (!this.#isIdle()) return
    for (const frame of this.#waiting.splice(0)) this.#send(frame)
  }
}
