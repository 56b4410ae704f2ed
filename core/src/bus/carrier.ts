import { jetstream, type JetStreamClient } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '@recado/contracts'
import type { Sql } from 'postgres'
import { Recurring } from '../base/recurring.ts'
import type { CursorHolder, Cursors } from './cursors.ts'
import type { EventLog, LogEvent } from './log.ts'
import { encode, ensureStream, streamMaxAgeMs } from './stream.ts'
import { carrierName } from './transport.ts'

export interface CarrierWorld {
  readonly logId: string
  readonly events: EventLog
  readonly cursors: Cursors
  readonly sql: Sql
  readonly log: Logger
}

/** Publishes under way at once. */
const page = 500
/** Interval of comparing the stream with the published events. */
const checkEveryMs = 5_000
/** Rest before the next try while NATS is away. */
const retryMs = 250

/** Notifications of a carrier to its transport. */
export interface CarrierNews {
  /** The stream is another one now and is filled again. */
  rebuilt(): void
  /** The other nodes have to read on in the log themselves. */
  notCarried(): void
}

/**
 * Publishes the log into the stream: one more reader of the log with a cursor of its own. A stream that was emptied or
 * made again is filled again from the log, as far back as any consumer may still need it.
 */
export class Carrier implements CursorHolder {
  readonly name = carrierName
  readonly #world: CarrierWorld
  readonly #connection: NatsConnection
  readonly #js: JetStreamClient
  readonly #news: CarrierNews
  readonly #publishing: Recurring
  #epoch = 0
  #position = 0
  #streamSeq = 0
  #publishedAt = 0
  /** Part of the message ids: after a rebuild the server must not take the events for ones it has. */
  #generation = 0
  #checkedAt = 0
  #deaf: () => void = () => undefined

  constructor(connection: NatsConnection, world: CarrierWorld, news: CarrierNews) {
    this.#connection = connection
    this.#world = world
    this.#news = news
    this.#js = jetstream(connection, { timeout: 2_000 })
    this.#publishing = new Recurring({
      name: 'publishing to NATS',
      everyMs: retryMs,
      log: world.log,
      run: () => this.#publish(),
    })
  }

  get epoch(): number {
    return this.#epoch
  }
  position(): number {
    return this.#position
  }
  streamSeq(): number {
    return this.#streamSeq
  }

  start(): void {
    this.#deaf = this.#world.events.onAdvance(() => void this.#publishing.now())
    this.#publishing.start()
    void this.#publishing.now()
  }

  async stop(): Promise<void> {
    this.#deaf()
    await this.#publishing.stop()
    if (this.#epoch > 0) await this.#world.cursors.release(this, true)
  }

  fenced(): void {
    this.#world.log.warn({}, 'publishing to NATS was taken over by another process')
    void this.#publishing.stop()
  }

  /** The connection is back: events of the meantime are found in the stream. */
  recheck(): void {
    this.#checkedAt = 0
    void this.#publishing.now()
  }

  async #publish(): Promise<void> {
    if (this.#connection.isClosed()) return
    if (this.#epoch === 0) await this.#takeOver()
    if (Date.now() - this.#checkedAt > checkEveryMs) await this.#check()
    for (;;) {
      const events = await this.#world.events.read(this.#position, page)
      if (events.length === 0) return
      const acks = await Promise.allSettled(events.map((item) => this.#send(item)))
      for (const [index, ack] of acks.entries()) {
        if (ack.status === 'rejected') {
          this.#checkedAt = 0
          this.#news.notCarried()
          throw ack.reason
        }
        this.#position = events[index]!.seq
        this.#streamSeq = Math.max(this.#streamSeq, ack.value)
      }
      this.#publishedAt = Date.now()
    }
  }

  async #takeOver(): Promise<void> {
    await this.#world.cursors.create(this.name)
    const { seq, epoch, streamSeq } = await this.#world.cursors.takeOver(this.name)
    this.#epoch = epoch
    this.#position = seq
    this.#streamSeq = streamSeq
    this.#world.cursors.hold(this)
  }

  async #send(item: LogEvent): Promise<number> {
    const { subject, payload, headers } = encode(this.#world.logId, item)
    if (payload.length > (this.#connection.info?.max_payload ?? Infinity) - 1024) {
      this.#news.notCarried()
      return 0
    }
    const ack = await this.#js.publish(subject, payload, {
      msgID: `${this.#world.logId}:${this.#generation}:l${item.seq}`,
      headers,
      retries: 0,
    })
    return ack.seq
  }

  async #check(): Promise<void> {
    const { state } = await ensureStream(this.#connection)
    const madeAnew = state.last_seq < this.#streamSeq
    const emptied = state.messages === 0 && Date.now() - this.#publishedAt < streamMaxAgeMs
    if (this.#streamSeq > 0 && (madeAnew || emptied)) {
      const [needed] = await this.#world.sql<{ seq: string | null }[]>`select min(seq) as seq from bus.cursor`
      this.#position = Math.min(this.#position, Number(needed?.seq ?? this.#position))
      this.#streamSeq = state.last_seq
      this.#generation = Date.now()
      this.#publishedAt = 0
      this.#world.log.warn(
        { from: this.#position + 1 },
        'the NATS stream was lost or emptied; it is filled again from the log',
      )
      this.#news.rebuilt()
    }
    this.#checkedAt = Date.now()
  }
}
