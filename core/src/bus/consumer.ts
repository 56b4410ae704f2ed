import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@recado/contracts'
import type { Clock } from '../base/clock.ts'
import { workEndsWithinMs } from '../base/closing.ts'
import type { Database } from '../db/database.ts'
import { Recurring } from '../base/recurring.ts'
import { attempt } from './attempt.ts'
import { Postponed, type Consumer } from './bus.ts'
import type { CursorHolder, Cursors } from './cursors.ts'
import { Interrupted } from './interrupted.ts'
import type { Duty } from '../nodes/duty.ts'
import type { EventLog, LogEvent } from './log.ts'
import { nameMatcher } from './names.ts'
import { errorText, laneId, Parked, type LaneKey, type Parking } from './parked.ts'

/** Shared parts of the consumers of one process. */
export interface ConsumerWorld {
  readonly db: Database
  readonly events: EventLog
  readonly cursors: Cursors
  readonly clock: Clock
  readonly log: Logger
}

const defaultConcurrency = 16
const defaultMaxAttempts = 8
const defaultBackoffMs = [200, 1_000, 5_000, 15_000, 60_000]
/** Events read at once, and most events in memory that are not taken care of yet. */
const page = 500
const mostOpen = 2_000
/** Events of one key in memory; more are parked, so that a busy key does not hold up the reading for the others. */
const laneLimit = 64
/** Rest before the log is read on after a failure. */
const readAgainMs = 1_000
/** Rest before a write that failed is tried again. */
const rewriteAfterMs = 250

/**
 * The events of one key, handled one at a time. Live events wait in `queue`. After a failure the lane is `blocked`: its
 * events are in the table and are taken from there until none is left. One worker serves both, so that "is this key
 * blocked?" cannot change between being asked and being acted upon.
 */
interface Lane extends LaneKey {
  readonly id: string
  readonly queue: LogEvent[]
  blocked: boolean
  /** When the first parked event is due, in milliseconds; Infinity: when the page being read is placed. */
  dueAt: number
  timer: NodeJS.Timeout | undefined
  scheduled: boolean
  /**
   * Counts decisions to park without the worker, and such writes under way: the lane opens only if neither interfered.
   */
  overflows: number
  overflowing: number
}

/** One process's hold of a consumer: reads the log from the consumer's cursor on and hands events out by key. */
export class ConsumerDuty implements Duty, CursorHolder {
  readonly name: string
  readonly #consumer: Consumer
  readonly #world: ConsumerWorld
  readonly #parked: Parked
  readonly #wants: (name: string) => boolean
  readonly #reading: Recurring
  readonly #lanes = new Map<string, Lane>()
  readonly #ready: Lane[] = []
  /** Lanes that go on when the page being read is placed. */
  readonly #stalled = new Set<Lane>()
  /** Numbers read and not taken care of, ascending. */
  readonly #open = new Set<number>()
  #read = 0
  /** Up to here every event read is in its lane or in the table. */
  #placed = 0
  /** Up to here an earlier holder may have handled events and not have written so. */
  #mayBeHandled = 0
  #epoch = 0
  #working = new Set<Promise<void>>()
  #stopping = new AbortController()
  #halted = true
  #deaf: () => void = () => undefined

  constructor(consumer: Consumer, world: ConsumerWorld) {
    this.name = consumer.name
    this.#consumer = consumer
    this.#world = world
    this.#parked = new Parked(world.db.raw, consumer.name)
    this.#wants = nameMatcher(consumer.names)
    const { log } = world
    this.#reading = new Recurring({
      name: `reading for ${this.name}`,
      everyMs: readAgainMs,
      log,
      run: () => this.#readOn(),
    })
  }

  get epoch(): number {
    return this.#epoch
  }

  position(): number {
    const [first] = this.#open
    return first === undefined ? this.#read : first - 1
  }

  async start(): Promise<void> {
    const { seq, epoch, head } = await this.#world.cursors.takeOver(this.name)
    this.#read = this.#placed = seq
    this.#epoch = epoch
    this.#mayBeHandled = head
    this.#open.clear()
    this.#lanes.clear()
    this.#ready.length = 0
    this.#stalled.clear()
    this.#stopping = new AbortController()
    this.#halted = false
    for (const key of await this.#parked.lanes()) this.#block(this.#lane(key))
    this.#world.cursors.hold(this)
    this.#deaf = this.#world.events.onAdvance(() => void this.#reading.now())
    this.#reading.start()
    void this.#reading.now()
  }

  async stop(lost: boolean): Promise<void> {
    this.#halted = true
    this.#deaf()
    for (const lane of this.#lanes.values()) clearTimeout(lane.timer)
    const grace = setTimeout(() => this.#stopping.abort(), lost ? 0 : workEndsWithinMs)
    await Promise.all([this.#reading.stop(), ...this.#working])
    clearTimeout(grace)
    this.#stopping.abort()
    await this.#world.cursors.release(this, !lost)
  }

  fenced(): void {
    if (this.#halted) return
    this.#halted = true
    this.#stopping.abort()
    this.#world.log.warn({ consumer: this.name }, 'consumer was taken over by another process')
  }

  /** Whether this process does the consumer's work now. */
  get isHeld(): boolean {
    return !this.#halted
  }

  /** Dead events of this key were brought back. */
  revived(key: LaneKey): void {
    if (!this.#halted) this.#block(this.#lane(key))
  }

  async #readOn(): Promise<void> {
    while (!this.#halted && this.#open.size < mostOpen) {
      const events = await this.#world.events.read(this.#read, page)
      if (events.length === 0) return
      await this.#dispatch(events)
    }
  }

  async #dispatch(events: readonly LogEvent[]): Promise<void> {
    const overflow: Parking[] = []
    const overflowing = new Set<Lane>()
    for (const item of events) {
      this.#read = item.seq
      if (!this.#wants(item.event.name)) continue
      this.#open.add(item.seq)
      const lane = this.#lane(item.event)
      if (lane.blocked || lane.queue.length >= laneLimit) {
        lane.overflows++
        overflow.push(this.#waiting(item))
        overflowing.add(lane)
        if (!lane.blocked) this.#block(lane)
      } else {
        lane.queue.push(item)
        this.#schedule(lane)
      }
    }
    for (const lane of overflowing) lane.overflowing++
    if (overflow.length > 0) await this.#write(() => this.#parked.add(this.#epoch, overflow))
    for (const lane of overflowing) lane.overflowing--
    this.#placed = this.#read
    const stalled = [...this.#stalled]
    this.#stalled.clear()
    for (const lane of stalled) this.#block(lane)
    for (const item of overflow) this.#open.delete(item.seq)
  }

  #lane({ tenantId, key }: LaneKey): Lane {
    const id = laneId({ tenantId, key })
    let lane = this.#lanes.get(id)
    if (!lane)
      this.#lanes.set(
        id,
        (lane = {
          id,
          tenantId,
          key,
          queue: [],
          blocked: false,
          dueAt: 0,
          timer: undefined,
          scheduled: false,
          overflows: 0,
          overflowing: 0,
        }),
      )
    return lane
  }

  /** The lane has parked events, due now. */
  #block(lane: Lane): void {
    lane.blocked = true
    lane.overflows++
    lane.dueAt = 0
    this.#schedule(lane)
  }

  #stall(lane: Lane): void {
    lane.dueAt = Infinity
    this.#stalled.add(lane)
  }

  #schedule(lane: Lane): void {
    if (lane.scheduled || this.#halted) return
    lane.scheduled = true
    clearTimeout(lane.timer)
    this.#ready.push(lane)
    this.#handOut()
  }

  #handOut(): void {
    const most = this.#consumer.concurrency ?? defaultConcurrency
    while (this.#working.size < most && this.#ready.length > 0 && !this.#halted) {
      const lane = this.#ready.shift()!
      const work: Promise<void> = this.#turn(lane)
        .catch((error: unknown) => {
          if (!(error instanceof Interrupted))
            this.#world.log.error({ err: error, consumer: this.name }, 'a lane failed')
        })
        .finally(() => {
          this.#working.delete(work)
          lane.scheduled = false
          this.#rest(lane)
          this.#handOut()
        })
      this.#working.add(work)
    }
  }

  /** One event, then the other lanes have their turn. */
  async #turn(lane: Lane): Promise<void> {
    if (lane.blocked) return this.#retry(lane)
    const item = lane.queue.shift()
    if (!item) return
    const failure = await this.#try(item, 1)
    if (failure) {
      if (!failure.deadAt) lane.blocked = true
      lane.dueAt = failure.nextAt.getTime()
      await this.#write(() => this.#parked.add(this.#epoch, [{ ...item, ...failure }]))
    }
    this.#taken(item)
  }

  async #retry(lane: Lane): Promise<void> {
    const behind = lane.queue.splice(0)
    if (behind.length > 0) {
      await this.#write(() =>
        this.#parked.add(
          this.#epoch,
          behind.map((item) => this.#waiting(item)),
        ),
      )
      for (const item of behind) this.#taken(item)
    }
    const { overflows } = lane
    const quiet = lane.overflowing === 0
    const first = await this.#write(() => this.#parked.first(lane))
    if (!first) {
      if (quiet && lane.overflows === overflows) lane.blocked = false
      else if (lane.overflowing > 0) this.#stall(lane)
      return
    }
    // Earlier events may not be in the table yet: surplus is parked ahead of its turn, and after a crash the cursor may
    // be far behind it.
    if (first.seq > this.#placed) return this.#stall(lane)
    lane.dueAt = first.nextAt.getTime()
    if (lane.dueAt > this.#now()) return
    const failure = await this.#try(first, first.attempts + 1)
    lane.dueAt = failure && !failure.deadAt ? failure.nextAt.getTime() : 0
    await this.#write(() => (failure ? this.#parked.failed(first.seq, failure) : this.#parked.remove(first.seq)))
  }

  /** Decides what to do next with a lane whose turn has ended. */
  #rest(lane: Lane): void {
    if (this.#halted) return
    if (!lane.blocked) {
      if (lane.queue.length > 0) this.#schedule(lane)
      else this.#lanes.delete(lane.id)
    } else if (lane.queue.length > 0 || lane.dueAt <= this.#now()) {
      this.#schedule(lane)
    } else if (lane.dueAt !== Infinity) {
      lane.timer = setTimeout(() => this.#schedule(lane), Math.min(lane.dueAt - this.#now(), 60_000))
      lane.timer.unref()
    }
  }

  async #try(
    item: LogEvent,
    number: number,
  ): Promise<Pick<Parking, 'attempts' | 'nextAt' | 'error' | 'deadAt'> | undefined> {
    try {
      const mayRepeat = number > 1 || item.seq <= this.#mayBeHandled
      const { db } = this.#world
      await attempt(db, this.#consumer, this.#epoch, item.event, { number, mayRepeat }, this.#stopping.signal)
      return undefined
    } catch (error) {
      if (error instanceof Interrupted || this.#stopping.signal.aborted) throw new Interrupted()
      const now = this.#world.clock.now()
      if (error instanceof Postponed)
        return {
          attempts: number - 1,
          nextAt: new Date(now.getTime() + error.afterMs),
          error: errorText(error),
          deadAt: null,
        }
      const dead = number >= (this.#consumer.maxAttempts ?? defaultMaxAttempts)
      const facts = {
        err: error,
        consumer: this.name,
        event: item.event.name,
        id: item.event.id,
        tenant: item.event.tenantId,
        attempt: number,
      }
      if (dead) this.#world.log.error(facts, 'event given up')
      else this.#world.log.warn(facts, 'event failed; it is tried again')
      const backoff = this.#consumer.backoffMs ?? defaultBackoffMs
      const pause = backoff[Math.min(number, backoff.length) - 1] ?? 0
      return {
        attempts: number,
        nextAt: new Date(now.getTime() + pause),
        error: errorText(error),
        deadAt: dead ? now : null,
      }
    }
  }

  #waiting(item: LogEvent): Parking {
    return { ...item, attempts: 0, nextAt: this.#world.clock.now(), error: null, deadAt: null }
  }

  #taken(item: LogEvent): void {
    this.#open.delete(item.seq)
    if (this.#open.size === mostOpen - 1) void this.#reading.now()
  }

  /** Bookkeeping has to succeed before the lane goes on; while the database is away, it waits. */
  async #write<T>(statement: () => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures++) {
      try {
        return await statement()
      } catch (error) {
        if (error instanceof Interrupted) throw error
        if (failures === 0)
          this.#world.log.error(
            { err: error, consumer: this.name },
            'an outcome could not be written; it is tried again',
          )
        if (this.#stopping.signal.aborted || this.#halted) throw new Interrupted()
        await delay(rewriteAfterMs)
      }
    }
  }

  #now(): number {
    return this.#world.clock.now().getTime()
  }
}
