import { Refusal } from '@recado/contracts'
import type { PoolStanding } from '../db/database.ts'
import { FairPlaces } from '../isolation/fair-places.ts'

/** A plugin is one of many: two connections per node keep it from starving the others. */
const connectionsPerPlugin = 2
/** A handler that has waited for so long has no time left for its work. */
const longestWaitMs = 8_000

/** Opens connections for one plugin. */
export interface PluginConnector<Connection> {
  /** The plugin. */
  readonly id: string
  open(): Connection
  close(connection: Connection): Promise<void>
}

interface Opened<Connection> {
  readonly by: PluginConnector<Connection>
  readonly connection: Connection
  isBusy: boolean
}

/**
 * The connections that all plugins of a node share. A plugin signs in as a role of its own, so a connection cannot be
 * shared: if all are open and another plugin's turn has come, the one that has been idle longest is closed first. Turns
 * are fair: the plugin served longest ago is next, and no plugin has more than two at once.
 */
export class PluginConnections<Connection> {
  readonly #limit: number
  readonly #places: FairPlaces
  /** Idle ones are in the order of their last use. */
  readonly #opened = new Set<Opened<Connection>>()
  readonly #closing = new Set<Promise<void>>()

  /** @param limit most connections open at once */
  constructor(limit: number) {
    this.#limit = limit
    this.#places = new FairPlaces({
      atOnce: limit,
      each: Math.min(connectionsPerPlugin, limit),
      waitingAtMost: Infinity,
      waitingEach: Infinity,
    })
  }

  /**
   * Does work on a connection of the plugin.
   * @throws Refusal ERR_UNAVAILABLE when none became free in time
   */
  async use<T>(by: PluginConnector<Connection>, work: (connection: Connection) => Promise<T>): Promise<T> {
    const leave = await this.#places.take(by.id, AbortSignal.timeout(longestWaitMs)).catch((cause: unknown) => {
      throw new Refusal('ERR_UNAVAILABLE', {}, { cause })
    })
    let opened: Opened<Connection> | undefined
    try {
      opened = this.#idleOf(by) ?? (await this.#open(by))
      return await work(opened.connection)
    } finally {
      if (opened) this.#rest(opened)
      leave()
    }
  }

  standing(): PoolStanding {
    const used = [...this.#opened].filter(({ isBusy }) => isBusy).length
    return { max: this.#limit, open: this.#opened.size + this.#closing.size, used, waiting: this.#places.waiting }
  }

  /** Closes what is open for a plugin. Nobody uses it any more, or ends doing so within what its `close` allows. */
  async drop(by: PluginConnector<Connection>): Promise<void> {
    const mine = [...this.#opened].filter((one) => one.by === by)
    await Promise.all(mine.map((one) => this.#close(one)))
  }

  #idleOf(by: PluginConnector<Connection>): Opened<Connection> | undefined {
    // The one that was used last is the least likely to have been closed for idleness.
    const idle = [...this.#opened].findLast((one) => one.by === by && !one.isBusy)
    if (idle) idle.isBusy = true
    return idle
  }

  async #open(by: PluginConnector<Connection>): Promise<Opened<Connection>> {
    // A caller with a turn finds a pool that is idle, or being closed.
    while (this.#opened.size + this.#closing.size >= this.#limit) {
      const surplus = [...this.#opened].find((one) => !one.isBusy)
      await (surplus ? this.#close(surplus) : Promise.race(this.#closing))
    }
    const opened = { by, connection: by.open(), isBusy: true }
    this.#opened.add(opened)
    return opened
  }

  #rest(opened: Opened<Connection>): void {
    opened.isBusy = false
    // Last in the order of use; unless it was dropped meanwhile.
    if (this.#opened.delete(opened)) this.#opened.add(opened)
  }

  async #close(opened: Opened<Connection>): Promise<void> {
    this.#opened.delete(opened)
    const closing: Promise<void> = opened.by.close(opened.connection).catch(() => undefined)
    this.#closing.add(closing)
    await closing
    this.#closing.delete(closing)
  }
}
