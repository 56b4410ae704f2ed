import type {
  BusStanding,
  DeliveryStanding,
  NodeDeparture,
  OperationsStatus,
  OutboxStanding,
  SessionCount,
  WorkCount,
} from '@recado/contracts'
import { BriefCache } from '../base/brief-cache.ts'
import type { EventBus, NetworkStanding } from '../bus/bus.ts'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, PoolStanding } from '../db/database.ts'
import { withTimeLimit } from '../base/time-limit.ts'
import type { JobTools } from '../tools/job-tools.ts'
import { alarmsOf, type Observed } from './alarms.ts'
import { heldConsumers } from './consumer-holders.ts'
import type { AbleNode } from './standing.ts'
import { StandingReader } from './standing-reader.ts'

export interface OperationsDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'network'>
  readonly jobs: Pick<JobTools, 'jobCounts'>
  readonly clock: Clock
  /** Name of this node. */
  readonly node: string
  /** Nodes that went since this one began, the latest first. */
  departures(): NodeDeparture[]
  /** Whether companies have plugins. */
  readonly usableOf: ChannelCatalogue['usableOf']
  /** Whether the store of files can be used. */
  filesAreUp(): Promise<boolean>
  /** The connections that the plugins of this node share. */
  pluginPool(): PoolStanding
}

/** However often it is asked, by scrapers and by open pages, the database is asked once in so many milliseconds. */
const keptMs = 3_000
/** The page is opened when something is slow: the readable parts are answered within this time. */
const readWithinMs = 3_000

/** State of the installation, for metrics, readiness and the operators' page. Every reading is bounded. */
export class Operations {
  readonly #deps: OperationsDeps
  readonly #reader: StandingReader
  readonly #kept = new BriefCache<unknown>(keptMs)
  /** Since when some session has been without a node at every look. */
  #homelessSince: string | null = null

  constructor(deps: OperationsDeps) {
    this.#deps = deps
    this.#reader = new StandingReader(deps.db.raw, (asked) => deps.usableOf(asked))
  }

  /** With the consumers that some node is able to do. */
  bus(): Promise<BusStanding> {
    return this.#read('bus', async () => {
      const [{ head, consumers }, nodes] = await Promise.all([this.#reader.bus(), this.nodes()])
      return { head, consumers: heldConsumers(consumers, nodes, this.network().state) }
    })
  }

  outbox(): Promise<OutboxStanding> {
    return this.#read('outbox', () => this.#reader.outbox())
  }
  deliveries(): Promise<DeliveryStanding> {
    return this.#read('deliveries', () => this.#reader.deliveries())
  }
  sessions(): Promise<SessionCount[]> {
    return this.#read('sessions', async () => {
      const sessions = await this.#reader.sessions()
      const hasHomeless = sessions.some(({ node }) => node === null)
      this.#homelessSince = hasHomeless ? (this.#homelessSince ?? this.#deps.clock.now().toISOString()) : null
      return sessions
    })
  }

  jobs(): Promise<WorkCount[]> {
    return this.#read('jobs', () => this.#deps.jobs.jobCounts())
  }
  nodes(): Promise<AbleNode[]> {
    return this.#read('nodes', () => this.#reader.nodes())
  }
  network(): NetworkStanding {
    return this.#deps.bus.network()
  }

  /** The pools of this node, by name. */
  pools(): Readonly<Record<string, PoolStanding>> {
    return { ...this.#deps.db.pools(), plugins: this.#deps.pluginPool() }
  }

  /** Never rejects because a part cannot be read: that part is null, and named in `missing`. */
  async status(): Promise<OperationsStatus> {
    const missing: string[] = []
    const part = <T>(name: string, read: () => Promise<T>): Promise<T | null> =>
      withTimeLimit(readWithinMs, undefined, read).catch(() => {
        missing.push(name)
        return null
      })
    const [bus, outbox, deliveries, sessions, jobs, nodes, troubled, advice, filesAreUp] = await Promise.all([
      part('bus', () => this.bus()),
      part('outbox', () => this.outbox()),
      part('deliveries', () => this.deliveries()),
      part('sessions', () => this.sessions()),
      part('jobs', () => this.jobs()),
      part('nodes', () => this.nodes()),
      part('troubled', () => this.#read('troubled', () => this.#reader.troubledSessions())),
      part('advice', () => this.#read('advice', () => this.#reader.advice())),
      withTimeLimit(readWithinMs, undefined, () => this.#deps.filesAreUp()).catch(() => null),
    ])
    const now = this.#deps.clock.now()
    const network = this.network()
    const pools = this.pools()
    const departures = this.#deps.departures()
    const stored = { bus, outbox, deliveries, sessions, jobs, nodes }
    const observed: Observed = { ...stored, homelessSince: this.#homelessSince, network, filesAreUp, departures, pools }
    return {
      ...stored,
      troubled,
      advice: advice ?? [],
      departures,
      at: now.toISOString(),
      node: this.#deps.node,
      alarms: alarmsOf(observed, now),
      missing: missing.toSorted(),
      network: { state: network.state, since: network.state === 'unused' ? null : network.since.toISOString() },
      pools: Object.entries(pools).map(([name, standing]) => ({ name, ...standing })),
    }
  }

  #read<T>(part: string, read: () => Promise<T>): Promise<T> {
    return this.#kept.get(part, read) as Promise<T>
  }
}
