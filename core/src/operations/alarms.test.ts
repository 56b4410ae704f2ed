import { describe, expect, it } from 'vitest'
import { Alarm } from '@recado/contracts'
import { alarmsOf, type Observed } from './alarms.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (seconds: number): string => new Date(now.getTime() - seconds * 1_000).toISOString()

const node = {
  name: 'node-a',
  version: '1.0.0',
  startedAt: ago(3_600),
  silentSeconds: 0.4,
  draining: false,
  duties: ['consumer:mail'],
  able: ['consumer:mail'],
}
const mail = { name: 'mail', node: 'node-a', lagEvents: 0, lagSeconds: 0, parked: 0, dead: 0 }
const well: Observed = {
  network: { state: 'up', since: now },
  filesAreUp: true,
  outbox: { events: 3, seconds: 0.1 },
  bus: { head: 100, consumers: [mail] },
  deliveries: { waiting: [{ state: 'queued', count: 2, oldest: ago(1) }], held: { count: 2, oldest: ago(1) } },
  sessions: [{ node: 'node-a', status: 'connected', count: 10 }],
  homelessSince: null,
  jobs: [{ queue: 'job:x', state: 'queued', count: 4, oldest: ago(9) }],
  nodes: [node],
  departures: [],
  pools: { queries: { max: 12, open: 12, used: 12, waiting: 0 } },
}
const told = (change: Partial<Observed>) => alarmsOf({ ...well, ...change }, now)
const consumers = (...changes: object[]): Partial<Observed> => ({
  bus: { head: 100, consumers: changes.map((change) => ({ ...mail, ...change })) },
})

describe('alarms', () => {
  it('are silent where everything is well', () => expect(told({})).toEqual([]))

  it('are silent about what could not be read', () => {
    expect(told({ outbox: null, bus: null, deliveries: null, sessions: null, jobs: null, nodes: null })).toEqual([])
  })

  const cases: readonly (readonly [string, Partial<Observed>, object])[] = [
    [
      'NATS is away',
      { network: { state: 'down', since: new Date(ago(180)) } },
      { severity: 'error', kind: 'natsAway', since: ago(180) },
    ],
    ['the bucket of files is away', { filesAreUp: false }, { severity: 'error', kind: 'filesAway' }],
    [
      'the relay stands still',
      { outbox: { events: 10_000, seconds: 12 } },
      { severity: 'error', kind: 'outboxWaits', events: 10_000, seconds: 12 },
    ],
    [
      'a consumer is behind',
      consumers({ lagEvents: 40, lagSeconds: 40 }),
      { severity: 'error', kind: 'consumerBehind', consumer: 'mail', events: 40, seconds: 40 },
    ],
    [
      'no node has a consumer',
      consumers({ node: null, lagEvents: 40, lagSeconds: 40 }),
      { severity: 'error', kind: 'consumerStopped', consumer: 'mail' },
    ],
    [
      'sends wait although their connections are there',
      { deliveries: { waiting: [], held: { count: 12, oldest: ago(61) } } },
      { severity: 'error', kind: 'sendsWait', count: 12, since: ago(61) },
    ],
    [
      'a node says nothing',
      { nodes: [{ ...node, silentSeconds: 5 }] },
      { severity: 'error', kind: 'nodeSilent', node: 'node-a', seconds: 5 },
    ],
    [
      'a node is gone',
      { departures: [{ name: 'node-b', at: ago(60), announced: false }] },
      { severity: 'warning', kind: 'nodeLeft', node: 'node-b', at: ago(60) },
    ],
    [
      'nobody has sessions',
      { sessions: [{ node: null, status: 'connected', count: 3 }], homelessSince: ago(20) },
      { severity: 'warning', kind: 'sessionsWithoutNode', count: 3 },
    ],
    [
      'a provider is away',
      {
        sessions: [
          { node: 'node-a', status: 'connected', count: 10 },
          { node: 'node-a', status: 'timeout', count: 5 },
        ],
      },
      { severity: 'warning', kind: 'sessionsDown', count: 5, total: 15 },
    ],
    [
      'a pool is too small',
      { pools: { queries: { max: 12, open: 12, used: 12, waiting: 3 } } },
      { severity: 'warning', kind: 'poolExhausted', pool: 'queries', waiting: 3 },
    ],
    [
      'events were given up',
      consumers({ dead: 2 }, { name: 'push', dead: 3 }),
      { severity: 'warning', kind: 'deadLetters', count: 5, consumers: ['mail', 'push'] },
    ],
    [
      'jobs failed',
      {
        jobs: [
          { queue: 'job:x', state: 'failed', count: 2, oldest: ago(9) },
          { queue: 'job:y', state: 'failed', count: 1, oldest: ago(9) },
        ],
      },
      { severity: 'warning', kind: 'jobsFailed', count: 3 },
    ],
  ]
  it.each(cases)('%s', (_what, change, alarm) => {
    expect(told(change)).toEqual([alarm])
    expect(Alarm.parse(told(change)[0])).toEqual(alarm)
  })

  it('spare what is no fault: NATS lost a moment ago, a phone that is off, a node that said that it stops or came back', () => {
    expect(told({ network: { state: 'down', since: new Date(ago(2)) } })).toEqual([])
    expect(told({ network: { state: 'unused' } })).toEqual([])
    expect(
      told({
        sessions: [
          { node: 'node-a', status: 'connected', count: 40 },
          { node: 'node-a', status: 'disconnected', count: 6 },
        ],
      }),
    ).toEqual([])
    expect(
      told({
        departures: [
          { name: 'node-b', at: ago(60), announced: true },
          { name: 'node-a', at: ago(60), announced: false },
        ],
      }),
    ).toEqual([])
    expect(told({ departures: [{ name: 'node-b', at: ago(3_600), announced: false }] })).toEqual([])
    expect(told(consumers({ node: null, lagEvents: 2, lagSeconds: 2 }))).toEqual([])
    expect(told({ sessions: [{ node: null, status: 'connected', count: 3 }], homelessSince: ago(5) })).toEqual([])
  })

  it('tell the worst first', () => {
    const kinds = told({
      ...consumers({ dead: 1, lagSeconds: 40, lagEvents: 1 }),
      departures: [{ name: 'node-b', at: ago(1), announced: false }],
    }).map(({ kind }) => kind)
    expect(kinds).toEqual(['consumerBehind', 'nodeLeft', 'deadLetters'])
  })
})
