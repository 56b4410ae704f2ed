import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChannelSession, Logger, LogoutReason, SessionState } from '@recado/contracts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { Recurring } from '../base/recurring.ts'
import type { Membership } from '../nodes/membership.ts'
import type { ChannelCatalogue } from './channel-catalogue.ts'
import type { ConnectionDirectory, KnownConnection } from './connection-directory.ts'
import { backoffMs, channelErrorOf } from './delivery-outcome.ts'
import type { OpenConnection } from './delivery.ts'
import { place, weightOf, type Placed } from './placement.ts'

/** Finds what no notice told of. */
const sweepMs = 15_000
/** An administrator's click does not wait for it, the next session does. */
const logoutMs = 10_000
/** Connections that one round hands over to other nodes, and the rest until the next round. */
const handedOverAtOnce = 25
const nextRoundMs = 500
/** A connection that nobody has taken for so long cannot be opened by the other nodes. */
const unwantedAfterMs = 5_000
/** Time limit for sends under way before their session is transferred. */
const sendsEndWithinMs = 20_000

/** Connections were given up, or their node is gone: nodes with less than their share take them. */
const freeTopic = 'connections.free'
const giveBackTopic = 'connections.giveBack'
const gaveBackTopic = 'connections.gaveBack'
interface GiveBack {
  readonly connectionId: string
  readonly request: string
}

interface Held {
  readonly connection: KnownConnection
  readonly stop: AbortController
  session: ChannelSession | undefined
  attempt: number
  retry: NodeJS.Timeout | undefined
}

export interface SessionsDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly directory: ConnectionDirectory
  readonly channels: Pick<ChannelCatalogue, 'find' | 'usableOf' | 'onReplaced' | 'onChoicesChanged'>
  readonly nodes: Pick<Membership, 'name' | 'nodes' | 'working' | 'onChanged' | 'onRemoved'>
  readonly log: Logger
  readonly report: (connection: KnownConnection, state: SessionState, attempt?: number) => void
  /** Called when a session is open: waiting sends can go. */
  readonly opened: (connectionId: string) => void
  /** Resolves when nothing is being sent through the connection any more. */
  readonly settled: (connectionId: string) => Promise<void>
}

/**
 * Keeps the sessions of active connections open, each on one node: the database says which, and a fencing token grows
 * with every change of hands. The nodes share them out by weight ({@link place}); a dead node is removed with all its
 * sessions, and the others take them. A session that cannot be opened is tried again with growing pauses. Rounds do not
 * wait for it: a provider that hangs must not cost the other connections their turn.
 */
export class Sessions {
  readonly #deps: SessionsDeps
  readonly #held = new Map<string, Held>()
  readonly #opening = new Set<string>()
  /** Connections that nobody has, and since when this node has seen that. */
  readonly #freeSince = new Map<string, number>()
  /** Types of channels that the other nodes cannot open: connections given to them were left alone. */
  readonly #unwanted = new Set<string>()
  readonly #rounds: Recurring
  /** Sessions under way to other nodes; the end of this one waits for them. */
  readonly #handingOver = new Set<Promise<void>>()
  /** Connections of these sessions, until they are given up: no work is begun with them, and none is opened again. */
  readonly #moving = new Set<string>()
  readonly #closed = Promise.withResolvers<void>()
  #stopListening: readonly (() => void)[] = []
  #closing = false

  constructor(deps: SessionsDeps) {
    this.#deps = deps
    this.#rounds = new Recurring({ name: 'sessions', everyMs: sweepMs, log: deps.log, run: () => this.#round() })
  }

  find(connectionId: string): OpenConnection | undefined {
    const held = this.#held.get(connectionId)
    if (!held?.session || this.#moving.has(connectionId)) return undefined
    const { id, tenantId, channel } = held.connection
    const { pace, capabilities } = channel.spec
    return {
      session: held.session,
      idempotentSend: capabilities.idempotentSend,
      ...(pace && { paced: { id, tenantId, pace } }),
    }
  }

  openIds(): string[] {
    return [...this.#held].filter(([id, { session }]) => session && !this.#moving.has(id)).map(([id]) => id)
  }

  async start(): Promise<void> {
    const { bus, channels, directory, nodes } = this.#deps
    this.#stopListening = [
      directory.onChanged((connectionId) => void this.#restart(connectionId)),
      channels.onReplaced((plugin) => void this.#restartAll(plugin)),
      channels.onChoicesChanged(() => void this.reconcile()),
      nodes.onChanged(() => {
        this.#unwanted.clear()
        void this.reconcile()
      }),
      nodes.onRemoved(() => void this.#loseAll()),
      bus.on(freeTopic, () => void this.reconcile()),
      bus.on(giveBackTopic, (data) => void this.#answerGiveBack(data as GiveBack)),
    ]
    this.#rounds.start()
    await this.reconcile()
  }

  /** Brings what is open in line with what should be; resolves when a round that began after the call has ended. */
  reconcile(): Promise<void> {
    return this.#rounds.now()
  }

  async close(): Promise<void> {
    this.#closing = true
    this.#closed.resolve()
    for (const stop of this.#stopListening) stop()
    await this.#rounds.stop()
    await Promise.all(this.#handingOver)
    const ids = [...this.#held.keys()]
    await Promise.all(ids.map((id) => this.#drop(id)))
    await this.#release(ids)
  }

  /** Before a reset: deregisters at the provider while the session is still open, on whichever node it is. */
  async giveBack(connectionId: string): Promise<void> {
    const session = this.#held.get(connectionId)?.session
    if (session || this.#deps.nodes.nodes().length < 2) return this.#logout(connectionId, session, 'reset')
    const request = randomUUID()
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    const stop = this.#deps.bus.on(gaveBackTopic, (data) => {
      if ((data as GiveBack).request === request) resolve()
    })
    this.#deps.bus.emit(giveBackTopic, { connectionId, request } satisfies GiveBack)
    await Promise.race([answered, delay(logoutMs, undefined, { ref: false })])
    stop()
  }

  async #answerGiveBack({ connectionId, request }: GiveBack): Promise<void> {
    const held = this.#held.get(connectionId)
    if (!held) return
    await this.#logout(connectionId, held.session, 'reset')
    this.#deps.bus.emit(gaveBackTopic, { connectionId, request } satisfies GiveBack)
  }

  async #round(): Promise<void> {
    if (this.#closing) return
    const { db, nodes } = this.#deps
    const placed = await this.#placed()
    const mine = new Set(placed.filter(({ node }) => node === nodes.name).map(({ id }) => id))
    const living = { living: nodes.nodes().map(({ name }) => name), working: nodes.working() }
    const { take, release } = place(nodes.name, living, placed, handedOverAtOnce)
    if (take.length > 0) {
      const taken = await db.raw<
        { id: string }[]
      >`select id from core.take_connections(${[...take]}::uuid[], ${nodes.name})`
      for (const { id } of taken) mine.add(id)
    }
    const unusable = [...this.#held.keys()].filter((id) => !mine.has(id))
    await Promise.all(unusable.map((id) => this.#drop(id)))
    if (unusable.length > 0) await this.#release(unusable)
    for (const id of mine)
      if (!this.#held.has(id) && !this.#opening.has(id) && !this.#moving.has(id)) void this.#openSoon(id)
    const staying = release.filter((id) => !this.#moving.has(id))
    if (staying.length > 0) this.#beginToHandOver(staying)
    if (take.length > 0) this.#again(nextRoundMs)
  }

  #again(afterMs: number): void {
    void delay(afterMs, undefined, { ref: false }).then(() => this.reconcile())
  }

  /** Every connection that should be open and that this node is able to open. */
  async #placed(): Promise<readonly Placed[]> {
    const { db, channels, nodes } = this.#deps
    const rows = await db.raw<{ id: string; tenant_id: string; plugin: string; type: string; node: string | null }[]>`
      select id, tenant_id, plugin, type, node from core.placed_connections()`
    const usable = await channels.usableOf(rows.map((row) => ({ tenantId: row.tenant_id, plugin: row.plugin })))
    const living = new Set(nodes.nodes().map(({ name }) => name))
    const now = performance.now()
    const able = rows.filter((_, index) => usable[index])
    const free = new Map(
      able.filter(({ node }) => node === null || !living.has(node)).map(({ id, type }) => [id, type]),
    )
    for (const id of this.#freeSince.keys()) if (!free.has(id)) this.#freeSince.delete(id)
    for (const [id, type] of free) {
      const since = this.#freeSince.get(id) ?? now
      this.#freeSince.set(id, since)
      if (now - since > unwantedAfterMs) this.#unwanted.add(type)
    }
    if (free.size > 0) this.#again(unwantedAfterMs + nextRoundMs)
    return able.map(({ id, type, node }): Placed => {
      const transport = channels.find(type)?.spec.transport ?? 'webhook'
      return { id, node, weight: weightOf(transport), isUnwanted: this.#unwanted.has(type) }
    })
  }

  async #openSoon(id: string): Promise<void> {
    this.#opening.add(id)
    try {
      await this.#open(id, this.#held.get(id))
    } catch (error) {
      this.#deps.log.warn({ err: error, connection: id }, 'a connection could not be read; the next round tries again')
    } finally {
      this.#opening.delete(id)
    }
  }

  async #open(id: string, earlier: Held | undefined): Promise<void> {
    const connection = earlier?.connection ?? (await this.#deps.directory.find(id))
    if (!connection || this.#closing) return
    const fresh = {
      connection,
      stop: new AbortController(),
      session: undefined,
      attempt: 0,
      retry: undefined,
    }
    const held: Held = earlier ?? fresh
    this.#held.set(id, held)
    held.attempt++
    const given = this.#deps.directory.context(connection, held.stop.signal)
    let spoke = false
    const ctx = {
      ...given,
      setState: (state: SessionState) => {
        spoke = true
        given.setState(state)
        if (state.state === 'connected' && held.session) this.#deps.opened(id)
      },
    }
    try {
      const session = await connection.channel.implementation.open(ctx)
      // The connection may have been switched off while it was opening: the provider was just registered, and has to be
      // deregistered.
      if (held.stop.signal.aborted) {
        await this.#leave(id, session)
        return await session[Symbol.asyncDispose]()
      }
      held.session = session
      held.attempt = 0
      // An adapter that has said how it stands (it waits to be scanned) is not contradicted.
      if (!spoke) this.#deps.report(connection, { state: 'connected' })
      this.#deps.opened(id)
    } catch (error) {
      if (held.stop.signal.aborted) return
      this.#tryAgain(id, held, error)
    }
  }

  #tryAgain(id: string, held: Held, error: unknown): void {
    const { kind, code, message } = channelErrorOf(error)
    const { log, report } = this.#deps
    held.retry = setTimeout(() => void this.#openSoon(id), backoffMs(held.attempt, Math.random))
    held.retry.unref()
    log.warn({ connection: id, code, attempt: held.attempt }, 'connection could not be opened')
    const state: SessionState =
      kind === 'auth' ? { state: 'needsAction', reason: 'relogin' } : { state: 'degraded', code, message }
    report(held.connection, state, held.attempt)
  }

  #beginToHandOver(ids: readonly string[]): void {
    for (const id of ids) this.#moving.add(id)
    const done = this.#handOver(ids)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'sessions could not be given to other nodes'))
      .finally(() => {
        for (const id of ids) this.#moving.delete(id)
        this.#handingOver.delete(done)
      })
    this.#handingOver.add(done)
  }

  /** Other nodes have less: they take these when what is being sent through them has ended. */
  async #handOver(ids: readonly string[]): Promise<void> {
    await Promise.all(
      ids.map(async (id) => {
        if (!this.#held.has(id)) return
        const waited = delay(sendsEndWithinMs, undefined, { ref: false })
        await Promise.race([this.#deps.settled(id), waited, this.#closed.promise])
        if (!this.#closing) await this.#drop(id)
      }),
    )
    await this.#release(ids.filter((id) => !this.#held.has(id)))
    if (this.#closing) return
    this.#deps.bus.emit(freeTopic, {})
    this.#again(nextRoundMs)
  }

  async #release(ids: readonly string[]): Promise<void> {
    await this.#deps.db.raw`select core.release_connections(${[...ids]}::uuid[], ${this.#deps.nodes.name})`
  }

  /** The other nodes had declared this one dead: its sessions are theirs. */
  async #loseAll(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((id) => this.#drop(id)))
    await this.reconcile()
  }

  async #restart(connectionId: string): Promise<void> {
    await this.#drop(connectionId)
    await this.reconcile()
  }

  /** Another version of a plugin runs now: its sessions go on with that one. */
  async #restartAll(plugin: string): Promise<void> {
    const held = [...this.#held].filter(([, { connection }]) => connection.plugin === plugin).map(([id]) => id)
    await Promise.all(held.map((id) => this.#drop(id)))
    this.#unwanted.clear()
    await this.reconcile()
  }

  /** Deregisters at the provider if an administrator switched the connection off. */
  async #leave(id: string, session: ChannelSession | undefined): Promise<void> {
    try {
      // A round may see that it was deleted before that is announced.
      const known = await this.#deps.directory.findAnew(id)
      if (!known?.active) await this.#logout(id, session, known ? 'disconnected' : 'deleted')
    } catch (error) {
      // Without the database nobody knows; a session that goes on elsewhere must not be deregistered.
      this.#deps.log.warn({ err: error, connection: id }, 'a session is closed and stays registered at its provider')
    }
  }

  async #logout(id: string, session: ChannelSession | undefined, why: LogoutReason): Promise<void> {
    if (!session?.logout) return
    try {
      await session.logout(AbortSignal.timeout(logoutMs), why)
    } catch (error) {
      this.#deps.log.warn(
        { err: channelErrorOf(error), connection: id },
        'a session could not be given back to its provider',
      )
    }
  }

  async #drop(id: string): Promise<void> {
    const held = this.#held.get(id)
    if (!held) return
    this.#held.delete(id)
    clearTimeout(held.retry)
    await this.#leave(id, held.session)
    held.stop.abort()
    try {
      await held.session?.[Symbol.asyncDispose]()
    } catch (error) {
      this.#deps.log.warn({ err: error, connection: id }, 'a session did not close cleanly')
    }
  }
}
