import type { Logger } from '@recado/contracts'
import postgres, { type Sql } from 'postgres'
import { Recurring } from '../jobs/recurring.ts'

/** Something that exactly one process of the installation does at a time. */
export interface Duty {
  /** The lease is held now. A throw gives it back, to be tried again. */
  start(): Promise<void>
  /** The lease is given back, or it was lost and another process may have it already: then end without writing. */
  stop(lost: boolean): Promise<void>
}

interface Lease { readonly name: string; readonly duty: Duty; held: boolean; started: boolean; /** Starts and stops in a row. */ turn: Promise<void>; idle: boolean }

/** How often a lease somebody else holds is tried, and how long the connection may be silent before it counts as lost. */
const tryEveryMs = 500
const silentAfterMs = 2_500

/**
 * Leases are session-level advisory locks on one connection of their own: when the process or the connection dies, the
 * database frees them at once. The server's pools cannot hold them, since they recycle connections.
 */
export class Leases {
  readonly #options: Sql['options']
  readonly #log: Logger
  readonly #onReconnect: () => void
  readonly #leases = new Map<string, Lease>()
  readonly #ticking: Recurring
  #client: Sql | undefined

  constructor(pool: Sql, log: Logger, onReconnect: () => void) {
    this.#options = pool.options
    this.#log = log
    this.#onReconnect = onReconnect
    this.#ticking = new Recurring({ name: 'bus leases', everyMs: tryEveryMs, log, run: () => this.#tick() })
    this.#ticking.start()
  }

  /** Takes the lease now or as soon as it is free. Resolves after the first try, with the duty started if that succeeded. */
  async keep(name: string, duty: Duty): Promise<{ release(): Promise<void> }> {
    if (this.#leases.has(name)) throw new Error(`this process already keeps the lease ${name}`)
    const lease: Lease = { name, duty, held: false, started: false, turn: Promise.resolve(), idle: true }
    this.#leases.set(name, lease)
    await this.#ticking.now()
    await lease.turn
    return { release: () => this.#release(lease) }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#leases.values()].map((lease) => this.#release(lease)))
    await this.#ticking.stop()
    const client = this.#client
    this.#client = undefined
    await client?.end({ timeout: 1 })
  }

  /** Tries every lease that is not held; also the heartbeat of the connection. */
  async #tick(): Promise<void> {
    const client = this.#client ??= this.#connect()
    const wanted = [...this.#leases.values()].filter((lease) => !lease.held && lease.idle)
    let timer: NodeJS.Timeout | undefined
    try {
      const silent = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error('the lease connection is silent')), silentAfterMs) })
      const taken = await Promise.race([silent, client<{ name: string }[]>`
        select name from unnest(${wanted.map((lease) => lease.name)}::text[]) name where pg_try_advisory_lock(hashtextextended('recado:bus:' || name, 0))`])
      if (client !== this.#client) return
      for (const { name } of taken) this.#taken(name)
    } catch (error) {
      this.#drop(client)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  #connect(): Sql {
    this.#onReconnect()
    const client: Sql = postgres({ ...this.#options, max: 1, idle_timeout: null, max_lifetime: null, fetch_types: false, onclose: () => this.#drop(client) } as unknown as postgres.Options<Record<string, never>>)
    return client
  }

  /** postgres.js would connect again by itself, silently without the locks. */
  #drop(client: Sql): void {
    if (client !== this.#client) return
    this.#client = undefined
    void client.end({ timeout: 0 }).catch(() => undefined)
    for (const lease of this.#leases.values()) {
      if (!lease.held) continue
      lease.held = false
      this.#log.warn({ lease: lease.name }, 'lease lost with its connection')
      this.#turn(lease, () => this.#stop(lease, true))
    }
  }

  #taken(name: string): void {
    const lease = this.#leases.get(name)
    if (!lease) return void this.#unlock(name)
    lease.held = true
    this.#turn(lease, async () => {
      if (!lease.held) return
      try {
        await lease.duty.start()
        lease.started = true
      } catch (error) {
        this.#log.error({ err: error, lease: name }, 'a duty did not start; it is tried again')
        if (!lease.held) return
        lease.held = false
        await this.#unlock(name)
      }
    })
  }

  async #release(lease: Lease): Promise<void> {
    if (this.#leases.get(lease.name) !== lease) return lease.turn
    this.#leases.delete(lease.name)
    this.#turn(lease, async () => {
      await this.#stop(lease, !lease.held)
      if (!lease.held) return
      lease.held = false
      await this.#unlock(lease.name)
    })
    await lease.turn
  }

  async #stop(lease: Lease, lost: boolean): Promise<void> {
    if (!lease.started) return
    lease.started = false
    await lease.duty.stop(lost)
  }

  #turn(lease: Lease, step: () => Promise<void>): void {
    lease.idle = false
    const turn = lease.turn.then(step).catch((error: unknown) => this.#log.error({ err: error, lease: lease.name }, 'a duty did not end cleanly')).finally(() => { if (lease.turn === turn) lease.idle = true })
    lease.turn = turn
  }

  async #unlock(name: string): Promise<void> {
    const client = this.#client
    if (client) await client`select pg_advisory_unlock(hashtextextended(${'recado:bus:' + name}, 0))`.catch(() => undefined)
  }
}
