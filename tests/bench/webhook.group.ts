import type { BenchDatabase } from './cluster.ts'
import { costOf, onCountingCluster, settled, type Cost } from './costs.ts'
import { atLeast, atMost, type Bench, type Figure, type Group } from './figure.ts'
import { openIntake, stranger } from './intake.ts'
import { liveTickets, makeWorld, type World } from './large-company.ts'
import { alternating, type Load } from './measure.ts'
import { makeMinimal, minimalStatement } from './minimal.ts'
import { callOften, inbound, sqlRunner, yardstick, type Statement } from './pgbench.ts'
import { profiled } from './profile.ts'

const fraction = (world: World, by: number): World => ({
  tickets: world.tickets / by,
  messages: world.messages / by,
  smallCompanies: world.smallCompanies / by,
})
/** The statement of the hot path with a message of a known contact of the large company. */
const inboundOf = (world: World): Statement =>
  inbound({ tenants: 1, contacts: liveTickets(world), strangersPerHundred: 0 })

async function measure({ cluster, quick, rounds, seconds, say }: Bench, whole: World): Promise<readonly Figure[]> {
  const world = quick ? fraction(whole, 5) : whole
  const database = await cluster.database('webhook')
  await makeWorld(database, world)
  say(`a company of ${world.tickets} tickets and ${world.messages} messages beside ${world.smallCompanies} small ones`)
  await makeMinimal(database, { ...world, live: liveTickets(world) })
  say('the tables of the limit, with as many rows')
  const tpcb = await yardstick(database.ownerUrl, cluster.folder)
  const pgbench = (url: string, statement: Statement, clients: number): Promise<Load> =>
    callOften(url, statement, clients, seconds, cluster.folder)

  // A tenth of the world, to see what growth costs.
  const small = fraction(world, 10)
  const tenth = await cluster.database('webhook_tenth')
  await makeWorld(tenth, small)
  const alone = (of: BenchDatabase, url: string, statement: Statement) => () =>
    costOf(of, undefined, async () => (await pgbench(url, statement, 16)).done)
  const minimal = minimalStatement(liveTickets(world))
  const single = await alternating(quick ? 1 : 3, {
    tenth: alone(tenth, tenth.appUrl, inboundOf(small)),
    whole: alone(database, database.appUrl, inboundOf(world)),
    limit: alone(database, database.ownerUrl, minimal),
  })
  await tenth.drop()
  say('growth is measured')

  const intake = await openIntake(cluster, database, world, quick ? 2 : 6)
  /** Each load ends when everything is done that it set going, so that the next one finds the node at rest. */
  const side = (load: () => Promise<Load>) => async () => {
    const seen = { ...(await load()) }
    await settled(database)
    return seen
  }
  const webhook = (inFlight: number, from?: () => string) => intake.webhook(inFlight, seconds, from)
  try {
    const seen = await alternating(quick ? 1 : rounds, {
      limit1: side(() => pgbench(database.ownerUrl, minimal, 1)),
      limit16: side(() => pgbench(database.ownerUrl, minimal, 16)),
      limit64: side(() => pgbench(database.ownerUrl, minimal, 64)),
      function16: side(() => pgbench(database.appUrl, inboundOf(world), 16)),
      owner16: side(() => pgbench(database.ownerUrl, inboundOf(world), 16)),
      single16: side(() => intake.single(16, seconds)),
      batcher64: side(() => intake.batched(64, seconds)),
      hook1: side(() => webhook(1)),
      hook16: side(() => webhook(16)),
      ten16: side(() => intake.seated(10, () => webhook(16))),
      first16: side(() => webhook(16, stranger)),
      crowd16: side(() => intake.seated(200, () => webhook(16))),
      hook64: side(() => webhook(64)),
      ten64: side(() => intake.seated(10, () => webhook(64))),
      ...(tpcb && { yardstick16: side(() => tpcb(16, seconds)) }),
    })
    say('rates are measured')
    // So many that what the node does by the clock, whoever writes or not, counts little.
    const messages = quick ? 500 : 1_500
    const cost = (from?: () => string) => () => costOf(database, intake.node, () => intake.send(messages, from))
    const costs = await alternating(quick ? 1 : 3, {
      known: cost(),
      ten: () => intake.seated(10, cost()),
      first: cost(stranger),
    })
    return figures(seen, costs, single)
  } finally {
    await intake.close()
    await database.drop()
  }
}

/** Ten agents are connected, and 16 messages in flight. */
async function profile({ cluster, quick, say }: Bench, whole: World): Promise<void> {
  const world = quick ? fraction(whole, 5) : whole
  const messages = quick ? 1_000 : 5_000
  const database = await cluster.database('webhook')
  await makeWorld(database, world)
  const intake = await openIntake(cluster, database, world, 6)
  try {
    await intake.seated(10, () =>
      profiled({ name: 'webhook', database, node: intake.node, say }, () => intake.send(messages)),
    )
  } finally {
    await intake.close()
    await database.drop()
  }
}

type Rate = Pick<Load, 'perSecond' | 'p50' | 'p99'>
type Sides = Exclude<keyof Seen, 'yardstick16'>
type Seen = Readonly<
  Record<
    | 'limit1'
    | 'limit16'
    | 'limit64'
    | 'function16'
    | 'owner16'
    | 'single16'
    | 'batcher64'
    | 'hook1'
    | 'hook16'
    | 'hook64'
    | 'first16'
    | 'ten16'
    | 'ten64'
    | 'crowd16',
    Rate
  >
> & { readonly yardstick16?: Rate }
type Costs<Name extends string> = Readonly<Record<Name, Cost>>

function figures(
  seen: Seen,
  cost: Costs<'known' | 'first' | 'ten'>,
  single: Costs<'tenth' | 'whole' | 'limit'>,
): Figure[] {
  const minimal = (clients: number): string =>
    `minimal statement, ${clients === 1 ? 'one client' : `${clients} clients`}`
  const limits = { 1: seen.limit1, 16: seen.limit16, 64: seen.limit64 } as const
  const rate = (what: string, of: Sides, clients: keyof typeof limits, least?: number): Figure => ({
    what,
    value: seen[of].perSecond,
    unit: '/s',
    limit: { what: minimal(clients), value: limits[clients].perSecond },
    ...(least !== undefined && { aims: [atLeast(least)] }),
  })
  const beside = (what: string, of: Sides, other: Sides, otherwise: string, least?: number): Figure => ({
    what,
    value: seen[of].perSecond,
    unit: '/s',
    limit: { what: otherwise, value: seen[other].perSecond },
    ...(least !== undefined && { aims: [atLeast(least)] }),
  })
  const took = (what: string, of: Sides, part: 'p50' | 'p99', clients: keyof typeof limits): Figure => ({
    what: `${what}, ${part}`,
    value: seen[of][part],
    unit: 'ms',
    limit: { what: minimal(clients), value: limits[clients][part] },
  })
  const costs = (who: string, of: Cost, most?: number): Figure[] => {
    const aims = most === undefined ? {} : { aims: [atMost(most, 'value')] }
    return [
      { what: `${who}: statements of the database, planned and run`, value: of.statements, unit: 'ms', ...aims },
      { what: `${who}: processor time of PostgreSQL`, value: of.postgres, unit: 'ms' },
      { what: `${who}: processor time of the node`, value: of.node, unit: 'ms', ...aims },
      { what: `${who}: write-ahead log`, value: of.log, unit: 'bytes' },
    ]
  }
  return [
    {
      what: 'limit: minimal statement, 16 clients',
      value: seen.limit16.perSecond,
      unit: '/s',
      ...(seen.yardstick16 && {
        limit: { what: 'pgbench, TPC-B-like, 16 clients', value: seen.yardstick16.perSecond },
      }),
    },
    rate('function, one message a call, 16 clients', 'function16', 16, 0.7),
    rate('function through our client, 16 in flight', 'single16', 16, 0.7),
    rate('batcher, 64 in flight', 'batcher64', 16, 2),
    beside('function as the restricted role, 16 clients', 'function16', 'owner16', 'as the owner', 0.85),
    rate('webhook, 1 in flight', 'hook1', 1),
    rate('webhook, 16 in flight', 'hook16', 16),
    rate('webhook, 64 in flight', 'hook64', 64),
    beside('webhook, 10 agents connected, 16 in flight', 'ten16', 'hook16', 'nobody connected', 0.85),
    beside('webhook, 10 agents connected, 64 in flight', 'ten64', 'hook64', 'nobody connected'),
    beside('webhook, 200 agents connected, 16 in flight', 'crowd16', 'hook16', 'nobody connected'),
    beside('webhook, first contacts, 16 in flight', 'first16', 'hook16', 'known contacts', 0.5),
    took('webhook answered, 1 in flight', 'hook1', 'p50', 1),
    took('webhook answered, 16 in flight', 'hook16', 'p50', 16),
    took('webhook answered, 16 in flight', 'hook16', 'p99', 16),
    took('webhook answered, 64 in flight', 'hook64', 'p99', 64),
    took('webhook answered, 10 agents connected, 16 in flight', 'ten16', 'p99', 16),
    {
      what: 'function, one message a call: processor time of PostgreSQL',
      value: single.whole.postgres,
      unit: 'ms',
      limit: { what: 'with a tenth of the data', value: single.tenth.postgres },
      aims: [atMost(1.15)],
    },
    {
      what: 'function, one message a call: processor time of PostgreSQL',
      value: single.whole.postgres,
      unit: 'ms',
      limit: { what: 'minimal statement', value: single.limit.postgres },
    },
    ...costs('a message', cost.known, 0.25),
    ...costs('a message with 10 agents connected', cost.ten, 0.25),
    ...costs('a message of a first contact', cost.first),
  ]
}

const notes = [
  'The product as companies have it: every plugin is on, the company has two automation rules that look at every ' +
    'message and find nothing to do, and all messages come to one large company beside 300 small ones; the agents ' +
    'who are connected are its own. A provider posts one signed message a request over kept connections; it is ' +
    'answered after the commit. Each load ends when relay and consumers have done what it set going.',
  `The limit is ${sqlRunner} with a minimal statement: message, ticket and event, nothing else, into tables of ` +
    'their own with the indexes of November 2026 and as many rows as the large company has. It is frozen and does ' +
    'not follow the product. pgbench’s own TPC-B-like transactions are the yardstick of the machine. The batcher ' +
    'is measured alone, in the load generator’s process.',
  'What a message costs is counted over everything that runs until its consumers are done, apart from the rates, ' +
    '16 in flight: statements by pg_stat_statements (waiting for locks is part of their time), processor time by ' +
    'the system.',
]

const world: World = { tickets: 10_000, messages: 200_000, smallCompanies: 300 }
export const webhook: Group = {
  name: 'webhook',
  title: 'Messages accepted through the webhook',
  notes: [
    'The large company has 10,000 tickets, a fifth of them not closed, and 200,000 messages (`quick`: a fifth of ' +
      'everything).',
    ...notes,
  ],
  run: (bench) => onCountingCluster(bench, (own) => measure(own, world)),
  profile: (bench) => onCountingCluster(bench, (own) => profile(own, world)),
}

const largeWorld: World = { tickets: 1_000_000, messages: 10_000_000, smallCompanies: 300 }
export const webhookLarge: Group = {
  name: 'webhook-large',
  title: 'Messages accepted by a company of 10 million',
  notes: ['The large company has a million tickets, a fifth of them not closed, and 10 million messages.', ...notes],
  onlyWhenNamed: true,
  run: (bench) => onCountingCluster(bench, (own) => measure(own, largeWorld)),
  profile: (bench) => onCountingCluster(bench, (own) => profile(own, largeWorld)),
}
