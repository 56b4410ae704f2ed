import {
  indexExtension,
  type DeliveryStanding,
  type OperationsStatus,
  type OutboxStanding,
  type SessionCount,
  type TroubledSession,
} from '@recado/contracts'
import type { Sql } from 'postgres'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import { isUsableVersion, putInStatement } from '../db/index-extension.ts'
import { countedAtMost, type AbleNode, type StoredConsumer } from './standing.ts'

interface ConsumerRow {
  readonly name: string
  readonly lag: string
  readonly lag_seconds: number
  readonly parked: string
  readonly dead: string
}

/** Connections with the node that has their session; without one, whose they are and of which plugin. */
interface Owned {
  readonly node: string | null
  readonly tenant_id: string | null
  readonly plugin: string | null
}

/** Sessions in trouble that are named; how many there are is counted. */
export const namedSessions = 50
const lookedAtSessions = 500

/**
 * Reads how the installation stands, from the database. Each reading is bounded, however much waits: counts end at
 * {@link countedAtMost}, ages are found by an index.
 */
export class StandingReader {
  readonly #sql: Sql
  readonly #usableOf: ChannelCatalogue['usableOf']

  constructor(sql: Sql, usableOf: ChannelCatalogue['usableOf']) {
    this.#sql = sql
    this.#usableOf = usableOf
  }

  async bus(): Promise<{ head: number; consumers: StoredConsumer[] }> {
    const [[head], rows] = await Promise.all([
      this.#sql<{ seq: string }[]>`select seq from bus.head`,
      this.#sql<ConsumerRow[]>`select * from bus.consumer_standing(${countedAtMost})`,
    ])
    return {
      head: Number(head!.seq),
      consumers: rows.map((row) => ({
        name: row.name,
        lagEvents: Number(row.lag),
        lagSeconds: Math.max(0, row.lag_seconds),
        parked: Number(row.parked),
        dead: Number(row.dead),
      })),
    }
  }

  /** What somebody with other rights could do for this database; what its owner may put in comes by itself. */
  async advice(): Promise<OperationsStatus['advice']> {
    const [offered] = await this.#sql<{ version: string }[]>`
      select default_version as version from pg_available_extensions
       where name = ${indexExtension} and installed_version is null`
    return offered && isUsableVersion(offered.version)
      ? [{ kind: 'extension', name: indexExtension, statement: putInStatement }]
      : []
  }

  async outbox(): Promise<OutboxStanding> {
    const [row] = await this.#sql<{ events: string; seconds: string | null }[]>`
      select (select count(*) from (select 1 from bus.outbox limit ${countedAtMost}) counted) as events,
             (select extract(epoch from clock_timestamp() - at) from bus.outbox order by id limit 1) as seconds`
    return { events: Number(row!.events), seconds: Math.max(0, Number(row!.seconds ?? 0)) }
  }

  async deliveries(): Promise<DeliveryStanding> {
    const [waiting, [held]] = await Promise.all([
      this.#sql<{ state: string; count: string; oldest: Date }[]>`
        select state, count, oldest from core.count_deliveries(${countedAtMost})`,
      this.#sql<{ count: string; oldest: Date | null }[]>`
        select count, oldest from core.count_held_deliveries(${countedAtMost})`,
    ])
    return {
      waiting: waiting.map(({ state, count, oldest }) => ({
        state,
        count: Number(count),
        oldest: oldest.toISOString(),
      })),
      held: { count: Number(held!.count), oldest: held!.oldest?.toISOString() ?? null },
    }
  }

  /** The advisory locks of the nodes' connections show which node has which duty. */
  async nodes(): Promise<AbleNode[]> {
    const rows = await this.#sql<(Omit<AbleNode, 'startedAt'> & { startedAt: Date })[]>`
      select n.name, n.version, n.started_at as "startedAt", n.draining, n.duties as able,
             greatest(0, extract(epoch from clock_timestamp() - n.seen_at))::double precision as "silentSeconds",
             array(
               select d.name from unnest(n.duties) d (name) join pg_locks l
                   on (l.classid::bigint << 32) | l.objid::bigint = hashtextextended('recado:duty:' || d.name, 0)
                where l.locktype = 'advisory' and l.objsubid = 1 and l.granted and l.pid = n.pid
                  and l.database = (select oid from pg_database where datname = current_database())
                order by d.name) as duties
        from platform.node n order by n.name`
    return rows.map(({ startedAt, ...row }) => ({ ...row, startedAt: startedAt.toISOString() }))
  }

  /** Without those whose plugin their company does not have. */
  async sessions(): Promise<SessionCount[]> {
    const rows = await this.#sql<(Owned & { status: string; count: string })[]>`
      select node, status, tenant_id, plugin, count from core.count_sessions()`
    const counts = new Map<string, SessionCount>()
    for (const { node, status, count } of await this.#wanted(rows)) {
      const key = `${node} ${status}`
      counts.set(key, { node, status, count: (counts.get(key)?.count ?? 0) + Number(count) })
    }
    return [...counts.values()]
  }

  /** The same; {@link namedSessions} of them at most. */
  async troubledSessions(): Promise<TroubledSession[]> {
    const rows = await this.#sql<(Owned & Omit<TroubledSession, 'since'> & { since: Date })[]>`
      select id, name, type, plugin, tenant_id, company, status, detail, node, retries, since
        from core.troubled_sessions(${lookedAtSessions})`
    const wanted = (await this.#wanted(rows)).slice(0, namedSessions)
    return wanted.map(({ id, name, type, company, status, detail, node, retries, since }) => ({
      id,
      name,
      type,
      company,
      status,
      detail,
      node,
      retries,
      since: since.toISOString(),
    }))
  }

  /** A consumer without a node does not matter if no company has the plugin. */
  async #wanted<Row extends Owned>(rows: readonly Row[]): Promise<readonly Row[]> {
    const free = rows.filter((row) => row.node === null)
    const asked = free.map(({ tenant_id, plugin }) => ({ tenantId: tenant_id!, plugin: plugin! }))
    const usable = await this.#usableOf(asked)
    const unwanted = new Set(free.filter((_, index) => !usable[index]))
    return rows.filter((row) => !unwanted.has(row))
  }
}
