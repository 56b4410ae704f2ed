import type { ChannelPace, Logger, PaceSettings } from '@recado/contracts'
import type { Clock } from '../../base/clock.ts'
import type { EventBus } from '../../bus/bus.ts'
import type { Database, Query, SqlBuilder } from '../../db/database.ts'
import type { Outcome } from '../delivery-outcome.ts'
import { AnswerRoom } from './answer-room.ts'
import { opened, openingRoom, spacingMs, type OpeningState } from './openings.ts'
import { beginPace, holdKept, openedKept } from './pace-rows.ts'

/** A connection whose channel has a pace. */
export interface PacedConnection {
  readonly id: string
  readonly tenantId: string
  readonly pace: ChannelPace
}

/** How much of a connection may go out now; where something waits for its time, after how many milliseconds. */
export interface Allowance {
  readonly answers: number
  readonly openings: number
  readonly waitMs: number
}

interface Known {
  readonly connection: PacedConnection
  readonly room: AnswerRoom
  readonly timeZone: string
  readonly settings: PaceSettings
  state: OpeningState
  /** Whether each of the last chats was begun, the newest at the end. */
  readonly ends: boolean[]
}

interface PaceDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly clock: Clock
  readonly log: Logger
  /** More of a connection may go out than before. */
  readonly changed: (connectionId: string) => void
  readonly random?: () => number
}

/** After a warning of the provider no chat is begun for so long: who goes on is banned. */
const warningMs = 12 * 3_600_000
/** And so long when most chats fail: the numbers are bad, or people report the company. */
const failuresMs = 3_600_000
const observed = 10
const mostFailed = 5
/** Pauses are longer by up to this share, each by another, so that they do not look like a machine's. */
const jitter = 0.5
/** A node looks at its stored pace again after so long, whether or not it was told of a change. */
const rereadMs = 5 * 60_000

const changedTopic = 'pace.changed'

/** Tells the node that holds a connection that its pace was changed elsewhere. */
export const announcePace = (bus: Pick<EventBus, 'emit'>, connectionId: string): void =>
  bus.emit(changedTopic, { connectionId })

/**
 * Decides on the node that holds a connection how much of what waits may go out, by the pace of its channel and what
 * the company decides. Answers have room of their own and never wait for chats that the company begins.
 */
export class PaceGovernor {
  readonly #deps: PaceDeps
  readonly #random: () => number
  readonly #known = new Map<string, { readonly read: Promise<Known>; readonly at: number }>()
  /** What is being stored, by connection. */
  readonly #keeping = new Map<string, Promise<void>>()
  readonly #leave: () => void

  constructor(deps: PaceDeps) {
    this.#deps = deps
    this.#random = deps.random ?? Math.random
    this.#leave = deps.bus.on(changedTopic, (data) => {
      const { connectionId } = data as { connectionId: string }
      this.forget(connectionId)
      deps.changed(connectionId)
    })
  }

  close(): void {
    this.#leave()
  }

  /** Reads again at the next look what is stored: the connection came from another node, or was changed. */
  forget(connectionId: string): void {
    this.#known.delete(connectionId)
  }

  /** What may be claimed of a connection now. */
  async allow(connection: PacedConnection): Promise<Allowance> {
    const known = await this.#of(connection)
    const now = this.#deps.clock.now()
    const answers = known.room.at(performance.now())
    const openings = openingRoom({ ...known, pace: connection.pace }, known.state, now)
    const waits = [
      ...(answers.most === 0 ? [answers.waitMs] : []),
      ...(openings.most === 0 ? [openings.at.getTime() - now.getTime()] : []),
    ]
    return { answers: answers.most, openings: openings.most, waitMs: Math.min(Infinity, ...waits) }
  }

  /** Counts what was claimed, before it is sent. A chat whose first message is tried again counts once. */
  async took(
    connection: PacedConnection,
    claimed: { readonly answers: number; readonly openings: number },
  ): Promise<void> {
    const known = await this.#of(connection)
    known.room.take(performance.now(), claimed.answers)
    if (claimed.openings === 0) return
    const { id, tenantId, pace } = connection
    const now = this.#deps.clock.now()
    const rules = { ...known, pace }
    const state = opened(rules, known.state, now, claimed.openings)
    const longer = openingRoom(rules, state, now).most === 0 ? this.#random() * jitter * spacingMs(pace) : 0
    known.state = { ...state, spacedUntil: new Date(state.spacedUntil.getTime() + Math.round(longer)) }
    await this.#keep(connection, (sql) => openedKept(sql, tenantId, id, known.state))
  }

  /**
   * Learns how a message ended, and begins no chat for a while where the provider warns, or where most of those that
   * were begun last have failed.
   */
  async ended(connection: PacedConnection, opens: boolean, outcome: Outcome): Promise<void> {
    const known = await this.#of(connection)
    const now = this.#deps.clock.now().getTime()
    const error = 'error' in outcome ? outcome.error : undefined
    if (error && connection.pace.warnings.includes(error.code))
      return this.#hold(known, { reason: 'warning', code: error.code, until: new Date(now + warningMs) })
    // What is tried again has not ended.
    if (!opens || outcome.state === 'retry') return
    known.ends.push(error === undefined)
    if (known.ends.length > observed) known.ends.shift()
    if (error && known.ends.filter((hasBegun) => !hasBegun).length >= mostFailed)
      await this.#hold(known, { reason: 'failures', code: error.code, until: new Date(now + failuresMs) })
  }

  async #hold(known: Known, held: NonNullable<OpeningState['held']>): Promise<void> {
    const { id, tenantId } = known.connection
    known.state = { ...known.state, held }
    known.ends.length = 0
    this.#deps.log.warn(
      { tenant: tenantId, connection: id, reason: held.reason, code: held.code },
      'no chats are begun for the time being',
    )
    await this.#keep(known.connection, (sql) => holdKept(sql, tenantId, id, held))
  }

  /** Who reads again what is stored waits for it. */
  async #keep({ id, tenantId }: PacedConnection, statement: (sql: SqlBuilder) => Query): Promise<void> {
    const kept = this.#deps.db.write(tenantId, (sql) => [statement(sql)]).then(() => undefined)
    const all = Promise.allSettled([this.#keeping.get(id), kept]).then(() => undefined)
    this.#keeping.set(id, all)
    void all.then(() => {
      if (this.#keeping.get(id) === all) this.#keeping.delete(id)
    })
    await kept
  }

  #of(connection: PacedConnection): Promise<Known> {
    const now = performance.now()
    const found = this.#known.get(connection.id)
    if (found && now - found.at < rereadMs) return found.read
    const read = this.#read(connection, found?.read)
    this.#known.set(connection.id, { read, at: now })
    read.catch(() => this.#known.delete(connection.id))
    return read
  }

  async #read(connection: PacedConnection, before: Promise<Known> | undefined): Promise<Known> {
    const kept = await before
    await this.#keeping.get(connection.id)
    return {
      ...(await beginPace(this.#deps.db, connection.tenantId, connection.id, this.#deps.clock.now())),
      connection,
      room: kept?.room ?? new AnswerRoom(connection.pace.answers),
      ends: kept?.ends ?? [],
    }
  }
}
