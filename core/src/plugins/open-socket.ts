import { Refusal, type PluginSocket, type SocketSession, type SocketSpec } from '@recado/contracts'
import type { WebSocket } from 'ws'
import type { ZodError } from 'zod'
import {
  closingMs,
  messageBurst,
  messagesPerSecond,
  mostWaiting,
  pingEveryMs,
  stallBytes,
  stallMs,
  strangerMs,
} from './socket-limits.ts'

/** Codes of RFC 6455 with which sockets of plugins end. */
const codes = { done: 1000, going: 1001, binary: 1003, invalid: 1007, refused: 1008, failed: 1011 } as const
type Ending = keyof typeof codes

/** One client at a socket of a plugin: what it may send, and how much may wait for it. */
export class OpenSocket {
  readonly #wire: WebSocket
  readonly #spec: SocketSpec
  readonly #end = new AbortController()
  readonly #openedAt = performance.now()
  readonly #repeats = new Set<NodeJS.Timeout>()
  readonly #waiting: unknown[] = []
  /** Receives one message; comes from the guard. */
  #deliver: ((message: unknown) => Promise<void>) | undefined
  #isDelivering = false
  #tokens = messageBurst
  #filledAt = this.#openedAt
  #passes = 0
  #pingedAt = this.#openedAt
  #isAwaitingPong = false
  #stalledSince: number | undefined

  constructor(wire: WebSocket, spec: SocketSpec) {
    this.#wire = wire
    this.#spec = spec
    wire.on('message', (data, isBinary) => this.#received(data as Buffer, isBinary))
    wire.on('pong', () => (this.#isAwaitingPong = false))
    wire.on('error', () => this.#ended())
    wire.on('close', () => this.#ended())
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  /** Nobody is known yet. */
  get isStranger(): boolean {
    return this.#passes === 0
  }

  /** Counts a pass that was taken; answers how many there are. */
  passed(): number {
    return ++this.#passes
  }

  /** The socket as the plugin's code holds it. */
  get face(): PluginSocket {
    return {
      protocol: this.#wire.protocol,
      send: (message) => this.#send(message),
      repeat: (everyMs, make) => {
        if (this.signal.aborted) return
        const timer = setInterval(() => {
          if (this.#wire.bufferedAmount === 0) this.#send(make())
        }, everyMs)
        this.#repeats.add(timer.unref())
      },
      close: (reason = 'done') => this.end(reason),
      signal: this.signal,
    }
  }

  /** Messages that came before the plugin's code was ready are received now. */
  begin(session: SocketSession, guarded: (work: () => Promise<void>) => Promise<void>): void {
    this.#deliver = (message) => guarded(async () => session.receive(message))
    void this.#work()
  }

  /** @param detail for programmers at the other end: a code of a refusal */
  end(ending: Ending, detail = ''): void {
    if (this.#wire.readyState === this.#wire.OPEN) {
      this.#wire.close(codes[ending], detail.slice(0, 100))
      // What it still says is passed over, its leave among it; it has not long for that.
      this.#wire.resume()
      setTimeout(() => this.#wire.terminate(), closingMs).unref()
    }
    this.#ended()
  }

  /** A look in passing: at clients that are gone, take nothing, or have said nothing of who they are. */
  look(now: number): void {
    const waiting = this.#wire.bufferedAmount
    this.#stalledSince = waiting === 0 ? undefined : (this.#stalledSince ?? now)
    const isStalled = waiting > stallBytes || (this.#stalledSince !== undefined && now - this.#stalledSince >= stallMs)
    if (isStalled) return this.cut()
    if (this.isStranger && now - this.#openedAt >= strangerMs) return this.end('refused', 'no pass')
    if (now - this.#pingedAt < pingEveryMs) return
    if (this.#isAwaitingPong) return this.cut()
    this.#pingedAt = now
    this.#isAwaitingPong = true
    this.#wire.ping()
  }

  /** Without the courtesies: the other side does not answer, or time is up. */
  cut(): void {
    this.#wire.terminate()
    this.#ended()
  }

  #ended(): void {
    if (this.signal.aborted) return
    for (const timer of this.#repeats) clearInterval(timer)
    this.#waiting.length = 0
    this.#end.abort(new Error('the socket has ended'))
  }

  #send(message: unknown): void {
    if (this.signal.aborted) return
    const { error } = this.#spec.sends.safeParse(message)
    if (error) throw new TypeError(`the message does not match its schema: ${whatIsWrong(error)}`)
    if (this.#wire.bufferedAmount > stallBytes) return this.cut()
    this.#wire.send(JSON.stringify(message))
  }

  #received(data: Buffer, isBinary: boolean): void {
    if (this.signal.aborted) return
    if (isBinary) return this.end('binary', 'texts of JSON alone')
    if (!this.#isInBudget()) return this.end('refused', 'too many messages')
    const message = readMessage(data)
    const parsed = message === undefined ? undefined : this.#spec.receives.safeParse(message.value)
    if (!parsed?.success) return this.end('invalid', 'a message that this socket does not take')
    this.#waiting.push(parsed.data)
    if (this.#waiting.length >= mostWaiting) this.#wire.pause()
    void this.#work()
  }

  #isInBudget(): boolean {
    const now = performance.now()
    this.#tokens = Math.min(messageBurst, this.#tokens + ((now - this.#filledAt) / 1_000) * messagesPerSecond)
    this.#filledAt = now
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }

  async #work(): Promise<void> {
    if (this.#isDelivering || !this.#deliver) return
    this.#isDelivering = true
    try {
      while (this.#waiting.length > 0) {
        await this.#deliver(this.#waiting.shift())
        if (this.#wire.isPaused && this.#waiting.length < mostWaiting) this.#wire.resume()
      }
    } catch (error) {
      this.fail(error)
    } finally {
      this.#isDelivering = false
    }
  }

  /** Ends after what the plugin's code threw; the guard has counted and logged it. */
  fail(error: unknown): void {
    if (Refusal.is(error) && error.status < 500) this.end('refused', error.code)
    else this.end('failed')
  }
}

function readMessage(data: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(data.toString()) as unknown }
  } catch {
    return undefined
  }
}

const whatIsWrong = ({ issues }: ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.') || 'message'}: ${message}`).join('; ')
