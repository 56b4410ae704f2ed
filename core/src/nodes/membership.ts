import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@recado/contracts'
import postgres, { type Sql } from 'postgres'
import { Recurring } from '../base/recurring.ts'
import { designate } from './designation.ts'
import type { Duties, Duty } from './duty.ts'
import { KeptDuties } from './kept-duties.ts'
import { Liveness, silentAfterMs } from './liveness.ts'

/** A node of the installation, as the others see it. */
export interface SeenNode {
  readonly name: string
  readonly version: string
  /** ISO 8601, by the database's clock. */
  readonly startedAt: string
  /** Milliseconds since its heartbeat when it was looked at. */
  readonly silentMs: number
  /** True for a node that is stopping and gets no more work. */
  readonly draining: boolean
  readonly duties: readonly string[]
}

export interface MembershipOptions {
  /** A pool of the server's own role; its address and settings are used, not its connections. */
  readonly pool: Sql
  /** Unique among all nodes that ever were. */
  readonly name: string
  readonly version: string
  /** The bucket for files that the node is configured with, by name. */
  readonly bucket?: string | undefined
  readonly log: Logger
  /**
   * The installation has one node: another one that is not over yet is waited for, and what it had is taken over at
   * once.
   */
  readonly alone?: boolean
  /** Time for which another node is waited for, in milliseconds. */
  readonly waitMs?: number
}

/** There is another node, and the installation was started as one of a single node. */
export class AnotherNodeError extends Error {
  override readonly name = 'AnotherNodeError'
}

interface Row {
  readonly name: string
  readonly version: string
  readonly startedAt: string
  readonly silentMs: number
  readonly draining: boolean
  readonly duties: readonly string[]
  readonly pid: number
  readonly unlocked: boolean
}

/** Interval of a node's heartbeat, of its look at the others, and of tries at its own duties. */
const lookEveryMs = 500
/** Time without an answer after which the connection counts as lost: half of what the others wait. */
const answerWithinMs = 4_000
const defaultWaitMs = 15_000
const waitEveryMs = 200

/**
 * This node among the nodes of the installation: its heartbeat, the other live nodes, and the distribution of duties.
 * One connection of its own holds the advisory locks of the node's name and of the duties that it does. When the
 * process or the connection ends, the database frees them at once; the pools cannot hold them, since they recycle
 * connections. A node that finds another one dead removes it, with everything that it held (`core.remove_node`).
 */
export class Membership implements Duties {
  readonly name: string
  readonly #options: MembershipOptions
  readonly #liveness = new Liveness()
  readonly #duties: KeptDuties
  readonly #looking: Recurring
  readonly #changed = new Set<() => void>()
  readonly #removed = new Set<() => void>()
  readonly #reconnected = new Set<() => void>()
  #client: Sql | undefined
  #rows: readonly Row[] = []
  #draining = false
  #closed = false

  private constructor(options: MembershipOptions) {
    this.#options = options
    this.name = options.name
    this.#duties = new KeptDuties({ unlock: (name) => this.#unlock(name), log: options.log })
    const run = (): Promise<void> => this.#look()
    this.#looking = new Recurring({ name: 'nodes', everyMs: lookEveryMs, log: options.log, run })
  }

  /**
   * Registers this node. Call it after the migrations.
   *
   * @throws AnotherNodeError if the node has to be alone and another one is alive
   */
  static async join(options: MembershipOptions): Promise<Membership> {
    const membership = new Membership(options)
    try {
      await membership.#enter()
    } catch (error) {
      await membership.#disconnect()
      throw error
    }
    membership.#looking.start()
    return membership
  }

  /** Living nodes, by name, this one among them. */
  nodes(): readonly SeenNode[] {
    return this.#rows.map(({ name, version, startedAt, silentMs, draining, duties }) => ({
      name,
      version,
      startedAt,
      silentMs,
      draining,
      duties: name === this.name ? this.#able() : duties,
    }))
  }

  /** Names of the nodes that may be given work, by name. */
  working(): readonly string[] {
    return this.nodes()
      .filter(({ draining }) => !draining)
      .map(({ name }) => name)
  }

  /** Called when a node came, went or is stopping. Answers a function that stops it. */
  onChanged(listener: () => void): () => void {
    return listen(this.#changed, listener)
  }

  /**
   * Called when the others had declared this node dead, because its process hung or its network was down: its work
   * belongs to others. It is registered again. Answers a function that stops it.
   */
  onRemoved(listener: () => void): () => void {
    return listen(this.#removed, listener)
  }

  /**
   * Called when the connection was lost: the database may have been restored meanwhile. Answers a function that stops
   * it.
   */
  onReconnected(listener: () => void): () => void {
    return listen(this.#reconnected, listener)
  }

  async keep(name: string, duty: Duty): Promise<{ release(): Promise<void> }> {
    this.#duties.add(name, duty)
    await this.#looking.now()
    await this.#duties.settled(name)
    let released: Promise<void> | undefined
    return { release: () => (released ??= this.#duties.release(name)) }
  }

  /** The node is stopping: it is given nothing more, and others are given what it holds as it hands it over. */
  async drain(): Promise<void> {
    this.#draining = true
    await this.#looking.now()
  }

  /** Gives every duty back and takes the node off the list. Rejects when the database could not be told. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#duties.releaseAll()
    await this.#looking.stop()
    // A lost connection is made again: the database may be back.
    const client = (this.#client ??= this.#connect())
    try {
      await soon(client`select core.remove_node(${this.name})`)
    } finally {
      await this.#disconnect()
    }
  }

  async #enter(): Promise<void> {
    const until = performance.now() + (this.#options.waitMs ?? defaultWaitMs)
    for (;;) {
      const client = (this.#client ??= this.#connect())
      const others = this.#options.alone ? await this.#others(client) : []
      for (const { name, pid, unlocked, silentMs } of others) {
        if (unlocked || silentMs >= silentAfterMs) await this.#remove(client, { name, pid })
      }
      const living = others.find(({ unlocked, silentMs }) => !unlocked && silentMs < silentAfterMs)
      if (!living) break
      if (performance.now() > until) throw new AnotherNodeError(anotherNode(living))
      await delay(waitEveryMs)
    }
    await this.#register(this.#client!)
  }

  async #others(client: Sql): Promise<readonly Row[]> {
    return (await this.#read(client, [])).nodes.filter(({ name }) => name !== this.name)
  }

  /** Takes the lock of the node's name, which nobody else ever wants, and writes its row. */
  async #register(client: Sql): Promise<void> {
    await soon(client`
      with locked as materialized (select pg_advisory_lock(hashtextextended('recado:node:' || ${this.name}::text, 0)))
      insert into platform.node (name, version, bucket, pid, draining, duties)
      select ${this.name}, ${this.#options.version}, ${this.#options.bucket ?? null}, pg_backend_pid(),
             ${this.#draining}, ${this.#able()}::text[]
        from locked
      on conflict (name) do update set pid = excluded.pid, seen_at = now(), draining = excluded.draining,
                                       duties = excluded.duties`)
  }

  /** One look: the heartbeat, the other nodes, and the duties that are this node's and not held yet. */
  async #look(): Promise<void> {
    const isNew = this.#client === undefined
    const client = (this.#client ??= this.#connect())
    try {
      if (isNew) await this.#reenter(client)
      const wanted = this.#duties.wanted(this.#isOwn())
      const seen = await this.#read(client, wanted)
      if (client !== this.#client) return
      if (!seen.registered) return await this.#wasRemoved(client)
      this.#take(seen.nodes)
      for (const name of seen.taken) this.#duties.taken(name)
      this.#duties.handOver(this.#isOwn(), this.#draining)
      await this.#removeDead(client)
    } catch (error) {
      this.#drop(client)
      throw error
    }
  }

  async #read(
    client: Sql,
    wanted: readonly string[],
  ): Promise<{ registered: boolean; nodes: readonly Row[]; taken: readonly string[] }> {
    const [row] = await soon(client<{ registered: boolean; nodes: Row[] | null; taken: string[] }[]>`
      with beat as (
        update platform.node
           set seen_at = clock_timestamp(), draining = ${this.#draining}, duties = ${this.#able()}::text[]
         where name = ${this.name} returning 1
      ), seen as (
        select name, version, started_at as "startedAt", draining, duties, pid,
               extract(epoch from clock_timestamp() - seen_at) * 1000 as "silentMs",
               case when name = ${this.name} then false
                    when pg_try_advisory_lock(hashtextextended('recado:node:' || name, 0))
                    then pg_advisory_unlock(hashtextextended('recado:node:' || name, 0)) else false end as unlocked
          from platform.node
      )
      select exists (select from beat) as registered, (select jsonb_agg(seen order by name) from seen) as nodes,
             array(select name from unnest(${[...wanted]}::text[]) name
                    where pg_try_advisory_lock(hashtextextended('recado:duty:' || name, 0))) as taken`)
    return { registered: row!.registered, nodes: row!.nodes ?? [], taken: row!.taken }
  }

  #take(rows: readonly Row[]): void {
    const known = (list: readonly Row[]): string => list.map(({ name, draining }) => `${name} ${draining}`).join('\n')
    const isChanged = known(rows) !== known(this.#rows)
    this.#rows = rows
    if (isChanged) for (const listener of [...this.#changed]) listener()
  }

  async #removeDead(client: Sql): Promise<void> {
    const others = this.#rows.filter(({ name }) => name !== this.name)
    const dead = this.#liveness.dead(others, performance.now())
    if (dead.length === 0) return
    for (const row of others.filter(({ name }) => dead.includes(name))) await this.#remove(client, row)
    this.#take(this.#rows.filter(({ name }) => !dead.includes(name)))
    void this.#looking.now()
  }

  /** Its connection is ended too: a process that stands still would go on holding the locks of its duties. */
  async #remove(client: Sql, { name, pid }: Pick<Row, 'name' | 'pid'>): Promise<void> {
    const [row] = await soon(client<{ removed: boolean }[]>`select core.remove_node(${name}) as removed`)
    if (!row?.removed) return
    await soon(client`
      select pg_terminate_backend(pid)
        from pg_stat_activity
       where pid = ${pid} and application_name = ${applicationName}`)
    this.#options.log.warn({ node: name }, 'a node is gone; what it had is taken over')
  }

  /** The connection is new, after the first one. Locks of the lost one are not held any more. */
  async #reenter(client: Sql): Promise<void> {
    for (const listener of [...this.#reconnected]) listener()
    const [row] = await soon(
      client<{ known: boolean }[]>`select exists (select from platform.node where name = ${this.name}) as known`,
    )
    if (!row!.known) this.#tellRemoved()
    await this.#register(client)
  }

  async #wasRemoved(client: Sql): Promise<void> {
    this.#duties.lost()
    this.#tellRemoved()
    await soon(client`select pg_advisory_unlock_all()`)
    await this.#register(client)
  }

  #tellRemoved(): void {
    this.#options.log.warn({ node: this.name }, 'the other nodes had declared this one dead; it begins anew')
    for (const listener of [...this.#removed]) listener()
  }

  #able(): string[] {
    return this.#closed ? [] : this.#duties.names()
  }

  /** Whether a duty is this node's to do, as far as it knows; one that nobody is known for is. */
  #isOwn(): (name: string) => boolean {
    const designated = designate(this.nodes().filter(({ draining }) => !draining))
    return (name) => (designated.get(name) ?? this.name) === this.name
  }

  #connect(): Sql {
    this.#liveness.connected(performance.now())
    const client: Sql = postgres({
      ...this.#options.pool.options,
      max: 1,
      idle_timeout: null,
      max_lifetime: null,
      // A node's report of itself is worthless after a crash of the database: no commit has to wait for the disk.
      connection: {
        ...this.#options.pool.options.connection,
        application_name: applicationName,
        synchronous_commit: 'off',
      },
      onclose: () => this.#drop(client),
    } as unknown as postgres.Options<Record<string, never>>)
    return client
  }

  /** postgres.js would connect again by itself, silently without the locks. */
  #drop(client: Sql): void {
    if (client !== this.#client) return
    this.#client = undefined
    void client.end({ timeout: 0 }).catch(() => undefined)
    this.#duties.lost()
  }

  async #disconnect(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end({ timeout: 1 })
  }

  async #unlock(name: string): Promise<void> {
    const client = this.#client
    const unlocked =
      client && soon(client`select pg_advisory_unlock(hashtextextended(${'recado:duty:' + name}::text, 0))`)
    await unlocked?.catch(() => undefined)
  }
}

const applicationName = 'recado-node'

const anotherNode = ({ name, version, startedAt }: Pick<Row, 'name' | 'version' | 'startedAt'>): string =>
  `Another node (${name}, version ${version}, started ${startedAt}) works on this database. Stop it first, or ` +
  'set NATS_URL for all of them: without it an installation has one node.'

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  const registered = (): void => listener()
  listeners.add(registered)
  return () => void listeners.delete(registered)
}

/** Rejects when the connection says nothing: it may be half open, and the node has to know. */
async function soon<T>(query: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the connection of the node is silent')), answerWithinMs)
  })
  try {
    return await Promise.race([query, silent])
  } finally {
    clearTimeout(timer)
  }
}
