import type { Alarm, NodeDeparture, OperationsStatus, SessionCount } from '@recado/contracts'
import type { NetworkStanding } from '../bus/bus.ts'
import type { PoolStanding } from '../db/database.ts'
import type { AbleNode } from './standing.ts'

/** From here on something is wrong. Seconds. docs/how-to/run-in-production.md says the same. */
export const thresholds = {
  natsAway: 5,
  outbox: 5,
  consumer: 10,
  sends: 60,
  nodeSilent: 3,
  sessionWithoutNode: 15,
  /** For so long a node that went without saying so is told of. */
  nodeLeft: 15 * 60,
} as const

/** This share of all sessions, and at least so many, is no coincidence: a provider or the network is away. */
const downShare = 0.25
const downAtLeast = 5
const isDown: ReadonlySet<string> = new Set(['disconnected', 'timeout', 'conflict'])

type StoredParts = Pick<OperationsStatus, 'outbox' | 'bus' | 'deliveries' | 'sessions' | 'jobs'>

/** Observations from which alarms are derived; null for a part that could not be read. */
export interface Observed extends Readonly<StoredParts> {
  readonly network: NetworkStanding
  /** Whether the store of files can be used. */
  readonly filesAreUp: boolean | null
  /** Since when some session has been without a node. */
  readonly homelessSince: string | null
  readonly nodes: AbleNode[] | null
  readonly departures: NodeDeparture[]
  readonly pools: Readonly<Record<string, PoolStanding>>
}

/** Current alarms, the worst first. */
export function alarmsOf(observed: Observed, now: Date): Alarm[] {
  const alarms = [
    ...nodeAlarms(observed, now),
    ...networkAlarms(observed, now),
    ...(observed.filesAreUp === false ? [{ severity: 'error', kind: 'filesAway' } as const] : []),
    ...busAlarms(observed),
    ...sendAlarms(observed, now),
    ...sessionAlarms(observed, now),
    ...poolAlarms(observed),
    ...letterAlarms(observed),
    ...jobAlarms(observed),
  ]
  const of = (wanted: Alarm['severity']): Alarm[] => alarms.filter((one) => one.severity === wanted)
  return [...of('error'), ...of('warning')]
}

const secondsSince = (moment: string | Date, now: Date): number => (now.getTime() - new Date(moment).getTime()) / 1_000

function nodeAlarms({ nodes, departures }: Observed, now: Date): Alarm[] {
  const silent = (nodes ?? []).filter(({ silentSeconds }) => silentSeconds > thresholds.nodeSilent)
  const living = new Set((nodes ?? []).map(({ name }) => name))
  const left = departures.filter(
    ({ name, at, announced }) => !announced && !living.has(name) && secondsSince(at, now) < thresholds.nodeLeft,
  )
  return [
    ...silent.map(({ name, silentSeconds: silence }): Alarm => ({
      severity: 'error',
      kind: 'nodeSilent',
      node: name,
      seconds: silence,
    })),
    ...left.map(({ name, at }): Alarm => ({ severity: 'warning', kind: 'nodeLeft', node: name, at })),
  ]
}

function networkAlarms({ network }: Observed, now: Date): Alarm[] {
  if (network.state !== 'down' || secondsSince(network.since, now) < thresholds.natsAway) return []
  return [{ severity: 'error', kind: 'natsAway', since: network.since.toISOString() }]
}

function busAlarms({ outbox, bus }: Observed): Alarm[] {
  const alarms: Alarm[] = []
  if (outbox && outbox.seconds > thresholds.outbox) {
    alarms.push({ severity: 'error', kind: 'outboxWaits', events: outbox.events, seconds: outbox.seconds })
  }
  for (const { name, node, lagEvents, lagSeconds } of bus?.consumers ?? []) {
    if (lagSeconds <= thresholds.consumer) continue
    alarms.push(
      node === null
        ? { severity: 'error', kind: 'consumerStopped', consumer: name }
        : { severity: 'error', kind: 'consumerBehind', consumer: name, events: lagEvents, seconds: lagSeconds },
    )
  }
  return alarms
}

function sendAlarms({ deliveries }: Observed, now: Date): Alarm[] {
  const { count, oldest } = deliveries?.held ?? { count: 0, oldest: null }
  if (oldest === null || secondsSince(oldest, now) <= thresholds.sends) return []
  return [{ severity: 'error', kind: 'sendsWait', count, since: oldest }]
}

function sessionAlarms({ sessions, homelessSince }: Observed, now: Date): Alarm[] {
  const sum = (fits: (one: SessionCount) => boolean): number =>
    (sessions ?? []).filter(fits).reduce((all, one) => all + one.count, 0)
  const total = sum(() => true)
  const homeless = sum(({ node }) => node === null)
  const down = sum(({ status }) => isDown.has(status))
  const alarms: Alarm[] = []
  const isLasting = homelessSince !== null && secondsSince(homelessSince, now) > thresholds.sessionWithoutNode
  if (homeless > 0 && isLasting) alarms.push({ severity: 'warning', kind: 'sessionsWithoutNode', count: homeless })
  if (down >= downAtLeast && down >= total * downShare) {
    alarms.push({ severity: 'warning', kind: 'sessionsDown', count: down, total })
  }
  return alarms
}

const poolAlarms = ({ pools }: Observed): Alarm[] =>
  Object.entries(pools)
    .filter(([, { waiting, used, max }]) => waiting > 0 && used >= max)
    .map(([pool, { waiting }]) => ({ severity: 'warning', kind: 'poolExhausted', pool, waiting }))

function letterAlarms({ bus }: Observed): Alarm[] {
  const failing = (bus?.consumers ?? []).filter(({ dead }) => dead > 0)
  if (failing.length === 0) return []
  const count = failing.reduce((total, { dead }) => total + dead, 0)
  return [{ severity: 'warning', kind: 'deadLetters', count, consumers: failing.map(({ name }) => name) }]
}

function jobAlarms({ jobs }: Observed): Alarm[] {
  const count = (jobs ?? []).filter(({ state }) => state === 'failed').reduce((total, job) => total + job.count, 0)
  return count === 0 ? [] : [{ severity: 'warning', kind: 'jobsFailed', count }]
}
