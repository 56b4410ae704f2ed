import type { ChannelSession, Logger, SessionState } from '@recado/contracts'
import type { Database } from '../db/database.ts'
import type { ChannelCatalogue } from './channel-catalogue.ts'
import type { ConnectionDirectory, KnownConnection } from './connection-directory.ts'
import { backoffMs, channelErrorOf } from './delivery-outcome.ts'
import type { OpenConnection } from './delivery.ts'

/** A node that dies is succeeded after the lease at the latest; a node that lives renews three times in it. */
const lease = '9 seconds'
const renewMs = 3_000
/** An administrator's click does not wait for it, the next session does. */
const logoutMs = 10_000

interface Held { readonly connection: KnownConnection; readonly stop: AbortController; session: ChannelSession | undefined; attempt: number; retryAt: number }

export interface SessionsDeps {
  readonly db: Database
  readonly directory: ConnectionDirectory
  readonly channels: ChannelCatalogue
  readonly node: string
  readonly log: Logger
  readonly report: (connection: KnownConnection, state: SessionState, attempt?: number) => void
  /** A session is open now: what waited for it can go. */
  readonly opened: (connectionId: string) => void
}

/**
 * Keeps the sessions of active connections open, each on exactly one node: the lease in the database decides, a fencing
 * token grows with every take-over. A session that cannot be opened is tried again with growing pauses. Rounds do not
 * wait for it: a provider that hangs must not cost the other connections their leases.
 */
export class Sessions {
  readonly #deps: SessionsDeps
  readonly #held = new Map<string, Held>()
  readonly #opening = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #stopListening: readonly (() => void)[] = []
  #closing = false

  constructor(deps: SessionsDeps) { this.#deps = deps }

  find(connectionId: string): OpenConnection | undefined {
    const held = this.#held.get(connectionId)
    return held?.session && { session: held.session, idempotentSend: held.connection.channel.spec.capabilities.idempotentSend }
  }

  openIds(): string[] {
    return [...this.#held].filter(([, held]) => held.session).map(([id]) => id)
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.reconcile(), renewMs)
    this.#stopListening = [
      this.#deps.directory.onChanged((connectionId) => void this.#restart(connectionId)),
      this.#deps.channels.onReplaced((plugin) => void this.#restartAll(plugin)),
    ]
    await this.reconcile()
  }

  /** Brings what is open in line with what should be. Runs every few seconds and after every change; one round at a time. */
  reconcile(): Promise<void> {
    this.#round ??= this.#reconcile().catch((error: unknown) => this.#deps.log.warn({ err: error }, 'sessions could not be reconciled; the next round tries again')).finally(() => { this.#round = undefined })
    return this.#round
  }

  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#timer)
    for (const stop of this.#stopListening) stop()
    await this.#round
    const ids = [...this.#held.keys()]
    await Promise.all(ids.map((id) => this.#drop(id)))
    await this.#deps.db.raw`select core.release_connections(${ids}::uuid[], ${this.#deps.node})`
  }

  async #reconcile(): Promise<void> {
    if (this.#closing) return
    const active = await this.#deps.db.raw<{ id: string; tenant_id: string; plugin: string }[]>`select id, tenant_id, plugin from core.active_connections()`
    const usable = await Promise.all(active.map((row) => this.#deps.channels.usable(row.tenant_id, row.plugin)))
    const wanted = active.filter((_, index) => usable[index]).map((row) => row.id)
    const leased = await this.#deps.db.raw<{ id: string }[]>`select id from core.lease_connections(${wanted}::uuid[], ${this.#deps.node}, ${lease}::interval)`
    const mine = new Set(leased.map((row) => row.id))
    await Promise.all([...this.#held.keys()].filter((id) => !mine.has(id)).map((id) => this.#drop(id)))
    for (const id of mine) if (this.#due(id)) void this.#openSoon(id)
  }

  #due(id: string): boolean {
    const held = this.#held.get(id)
    return !this.#opening.has(id) && (!held || (!held.session && held.retryAt <= Date.now()))
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
    const connection = earlier?.connection ?? await this.#deps.directory.find(id)
    if (!connection || this.#closing) return
    const held: Held = earlier ?? { connection, stop: new AbortController(), session: undefined, attempt: 0, retryAt: 0 }
    this.#held.set(id, held)
    held.attempt++
    const given = this.#deps.directory.context(connection, held.stop.signal)
    let spoke = false
    const ctx = { ...given, setState: (state: SessionState) => { spoke = true; given.setState(state) } }
    try {
      const session = await connection.channel.implementation.open(ctx)
      // It may have been switched off while it was opening: the provider has just learned of it, and has to unlearn it.
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
      const shape = channelErrorOf(error)
      held.retryAt = Date.now() + backoffMs(held.attempt, Math.random)
      this.#deps.log.warn({ connection: id, code: shape.code, attempt: held.attempt }, 'connection could not be opened')
      this.#deps.report(connection, shape.kind === 'auth' ? { state: 'needsAction', reason: 'relogin' } : { state: 'degraded', code: shape.code, message: shape.message }, held.attempt)
    }
  }

  async #restart(connectionId: string): Promise<void> {
    await this.#drop(connectionId)
    await this.reconcile()
  }

  /** Another version of a plugin runs now: its sessions go on with that one. */
  async #restartAll(plugin: string): Promise<void> {
    const held = [...this.#held].filter(([, { connection }]) => connection.plugin === plugin).map(([id]) => id)
    await Promise.all(held.map((id) => this.#drop(id)))
    await this.reconcile()
  }

  /** Before a reset: what the provider holds is given back while the session can still say so. */
  async giveBack(connectionId: string): Promise<void> {
    await this.#logout(connectionId, this.#held.get(connectionId)?.session)
  }

  /** Where an administrator switched a connection off, the provider learns it. */
  async #leave(id: string, session: ChannelSession | undefined): Promise<void> {
    if (!(await this.#deps.directory.find(id))?.active) await this.#logout(id, session)
  }

  async #logout(id: string, session: ChannelSession | undefined): Promise<void> {
    if (!session?.logout) return
    try {
      await session.logout(AbortSignal.timeout(logoutMs))
    } catch (error) {
      this.#deps.log.warn({ err: channelErrorOf(error), connection: id }, 'a session could not be given back to its provider')
    }
  }

  async #drop(id: string): Promise<void> {
    const held = this.#held.get(id)
    if (!held) return
    this.#held.delete(id)
    await this.#leave(id, held.session)
    held.stop.abort()
    try {
      await held.session?.[Symbol.asyncDispose]()
    } catch (error) {
      this.#deps.log.warn({ err: error, connection: id }, 'a session did not close cleanly')
    }
  }
}
