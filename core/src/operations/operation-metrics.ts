import type { Metrics, Reading } from '../observability/metrics.ts'
import type { PoolStanding } from '../db/database.ts'
import type { Operations } from './operations.ts'

export interface OperationMetricsDeps {
  readonly metrics: Pick<Metrics, 'gauges'>
  readonly operations: Operations
  /** Name of this node. */
  readonly node: string
  /** Open sockets of this node. */
  sockets(): number
}

/** By label: a series for each. */
type Naming<Item> = (item: Item) => string
const by = <Item>(
  label: string,
  items: readonly Item[],
  nameOf: Naming<Item>,
  value: (item: Item) => number,
): Reading => items.map((item) => [{ [label]: nameOf(item) }, value(item)] as const)

/** Adds up what has the same name. */
function sums<Item extends { readonly count: number }>(
  label: string,
  items: readonly Item[],
  nameOf: Naming<Item>,
): Reading {
  const totals = new Map<string, number>()
  for (const item of items) totals.set(nameOf(item), (totals.get(nameOf(item)) ?? 0) + item.count)
  return [...totals].map(([name, total]) => [{ [label]: name }, total] as const)
}

const bounded = '10000 means at least as many'
const whole = 'of the whole installation, the same on every node'

/**
 * Registers the gauges of how this node and the installation stand. Those of the installation are read from the
 * database and say the same on every node: take the maximum, not the sum.
 */
export function registerOperationMetrics({ metrics, operations, node, sockets }: OperationMetricsDeps): void {
  metrics.gauges(
    'nats',
    {
      recado_nats_connected: { help: '1 while this node is connected to NATS; absent where NATS is not used' },
      recado_nats_away_seconds: { help: 'Seconds since this node lost NATS, 0 while it is connected' },
    },
    () => {
      const network = operations.network()
      if (network.state === 'unused') return { recado_nats_connected: undefined, recado_nats_away_seconds: undefined }
      const isUp = network.state === 'up'
      const away = isUp ? 0 : (Date.now() - network.since.getTime()) / 1_000
      return { recado_nats_connected: Number(isUp), recado_nats_away_seconds: away }
    },
  )
  metrics.gauges('sockets', { recado_sockets: { help: 'Open sockets of agents on this node' } }, () => ({
    recado_sockets: sockets(),
  }))
  metrics.gauges(
    'pools',
    {
      recado_database_connections_max: { help: 'Most connections of a pool of this node', labels: ['pool'] },
      recado_database_connections: { help: 'Open connections of a pool of this node', labels: ['pool'] },
      recado_database_connections_used: {
        help: 'Connections of a pool of this node that are at work',
        labels: ['pool'],
      },
      recado_database_queries_waiting: { help: 'Queries on this node that wait for a connection', labels: ['pool'] },
    },
    () => {
      const pools = Object.entries(operations.pools())
      const of = (value: keyof PoolStanding): Reading =>
        by(
          'pool',
          pools,
          ([name]) => name,
          ([, standing]) => standing[value],
        )
      return {
        recado_database_connections_max: of('max'),
        recado_database_connections: of('open'),
        recado_database_connections_used: of('used'),
        recado_database_queries_waiting: of('waiting'),
      }
    },
  )
  metrics.gauges(
    'outbox',
    {
      recado_outbox_events: { help: `Events that wait for the relay, ${whole}; ${bounded}` },
      recado_outbox_age_seconds: { help: `Age of the oldest of them, ${whole}` },
    },
    async () => {
      const { events, seconds } = await operations.outbox()
      return { recado_outbox_events: events, recado_outbox_age_seconds: seconds }
    },
  )
  metrics.gauges(
    'bus',
    {
      recado_bus_head: { help: `Number of the newest event of the log, ${whole}` },
      recado_bus_lag_events: { help: `Events that a consumer has not taken care of, ${whole}`, labels: ['consumer'] },
      recado_bus_lag_seconds: { help: `Age of the first of them, ${whole}`, labels: ['consumer'] },
      recado_bus_parked_events: {
        help: `Events that wait for another try, ${whole}; ${bounded}`,
        labels: ['consumer'],
      },
      recado_bus_dead_events: { help: `Events that were given up, ${whole}; ${bounded}`, labels: ['consumer'] },
    },
    async () => {
      const { head, consumers } = await operations.bus()
      const of = (value: 'lagEvents' | 'lagSeconds' | 'parked' | 'dead'): Reading =>
        by(
          'consumer',
          consumers,
          ({ name }) => name,
          (one) => one[value],
        )
      return {
        recado_bus_head: head,
        recado_bus_lag_events: of('lagEvents'),
        recado_bus_lag_seconds: of('lagSeconds'),
        recado_bus_parked_events: of('parked'),
        recado_bus_dead_events: of('dead'),
      }
    },
  )
  metrics.gauges(
    'sessions',
    {
      recado_sessions: { help: `Active connections by what their session says, ${whole}`, labels: ['state'] },
      recado_node_sessions: { help: 'The same of those that this node has', labels: ['state'] },
    },
    async () => {
      const sessions = await operations.sessions()
      return {
        recado_sessions: sums('state', sessions, ({ status }) => status),
        recado_node_sessions: sums(
          'state',
          sessions.filter((one) => one.node === node),
          ({ status }) => status,
        ),
      }
    },
  )
  metrics.gauges(
    'deliveries',
    {
      recado_deliveries_waiting: {
        help: `Messages and acts that wait to be sent, ${whole}; ${bounded}`,
        labels: ['state'],
      },
      recado_deliveries_oldest_seconds: { help: `Age of the oldest of them, ${whole}`, labels: ['state'] },
      recado_deliveries_held_oldest_seconds: {
        help: `Age of the oldest whose connection is connected, 0 without any, ${whole}`,
      },
    },
    async () => {
      const { waiting, held } = await operations.deliveries()
      const age = (oldest: string): number => Math.max(0, (Date.now() - Date.parse(oldest)) / 1_000)
      return {
        recado_deliveries_waiting: by(
          'state',
          waiting,
          ({ state }) => state,
          ({ count }) => count,
        ),
        recado_deliveries_oldest_seconds: by(
          'state',
          waiting,
          ({ state }) => state,
          ({ oldest }) => age(oldest),
        ),
        recado_deliveries_held_oldest_seconds: held.oldest === null ? 0 : age(held.oldest),
      }
    },
  )
  metrics.gauges('jobs', { recado_jobs: { help: `Jobs by state, ${whole}`, labels: ['state'] } }, async () => ({
    recado_jobs: sums('state', await operations.jobs(), ({ state }) => state),
  }))
  metrics.gauges('nodes', { recado_nodes: { help: 'Living nodes of the installation' } }, async () => ({
    recado_nodes: (await operations.nodes()).length,
  }))
}
