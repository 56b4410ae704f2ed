import { randomUUID } from 'node:crypto'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { Logger } from '@recado/contracts'
import type { EventBus } from '../../core/src/bus/bus.ts'
import { busOfTest } from '../../core/src/bus/bus.rig.ts'
import { storeReceipts } from '../../core/src/channels/receipts.ts'
import { openDatabase, type Database } from '../../core/src/db/database.ts'
import { sourceAt } from '../harness/arrivals.ts'
import { benchId, type BenchDatabase } from './cluster.ts'
import { makeCompanies, makeConversations } from './companies.ts'
import { atLeast, atMost, type Figure, type Group } from './figure.ts'
import { alternating, openLoop, percentile, until } from './measure.ts'
import { startNats } from './nats-server.ts'
import { rawInbound, sqlRunner } from './pgbench.ts'

const quiet: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const tenants = 20
const name = 'message.received.v1'
const rowsAtOnce = 500
const anyTicket = (): string =>
  benchId('ticket', 1 + Math.floor(Math.random() * tenants), 1 + Math.floor(Math.random() * 100))

/**
 * As many events as `count`, as transactions of the product leave them: in the outbox, or beside it in a table like it.
 */
const insertEvents = (database: BenchDatabase, table: string, count: number): Promise<unknown> =>
  database.owner.unsafe(`
  insert into ${table} (event_id, tenant_id, name, key, data)
  select uuidv7(), bench.id(1, 1 + n % ${tenants}, 0), '${name}', bench.id(6, 1 + n % ${tenants}, 1 + n % 100)::text,
         jsonb_build_object('ticketId', bench.id(6, 1 + n % ${tenants}, 1 + n % 100), 'messageId', uuidv7())
    from generate_series(1, ${count}) n`)

/** Counts what a consumer is handed. */
async function counting(bus: EventBus): Promise<{ seen(): number }> {
  let seen = 0
  await bus.subscribe({
    name: `count-${randomUUID().slice(0, 8)}`,
    names: ['message.received.v1'],
    handler: async () => void seen++,
  })
  return { seen: () => seen }
}

/** Events per second from the outbox to a consumer's handler. */
const drain =
  (database: BenchDatabase, bus: EventBus, consumer: { seen(): number }, count: number) =>
  async (): Promise<{ perSecond: number }> => {
    const before = consumer.seen()
    await insertEvents(database, 'bus.outbox', count)
    const started = performance.now()
    bus.poke()
    await until('every event handled', () => consumer.seen() - before >= count, 120)
    return { perSecond: (count * 1_000) / (performance.now() - started) }
  }

/** The same rows into a table like the outbox, many a statement. */
const plainInsert = (database: BenchDatabase, count: number) => async (): Promise<{ perSecond: number }> => {
  const started = performance.now()
  for (let done = 0; done < count; done += rowsAtOnce) await insertEvents(database, 'bench.events', rowsAtOnce)
  return { perSecond: (count * 1_000) / (performance.now() - started) }
}

/** From the commit of one event to its handler, at 200 a second, beside what the commit took. */
async function handOver(
  db: Database,
  bus: EventBus,
  seconds: number,
): Promise<{ handled: number; handledLate: number; inserted: number }> {
  const committed = new Map<string, number>()
  const handled: number[] = []
  const inserted: number[] = []
  const consumer = await bus.subscribe({
    name: `time-${randomUUID().slice(0, 8)}`,
    names: ['message.timed.v1'],
    handler: async (event) => {
      const at = committed.get((event.data as { id: string }).id)
      if (at !== undefined) handled.push(performance.now() - at)
    },
  })
  const insert = (id: string, of: string) => db.raw`
    insert into bus.outbox (tenant_id, name, key, data)
    values (${benchId('tenant', 1)}, ${of}, ${anyTicket()}, ${db.raw.json({ id })})`
  await openLoop(200, seconds, async () => {
    const id = randomUUID()
    const started = performance.now()
    committed.set(id, started)
    await insert(id, 'message.timed.v1')
    inserted.push(performance.now() - started)
    bus.poke()
  })
  await until('every event handled', () => handled.length === inserted.length)
  await consumer.close()
  return {
    handled: percentile(handled, 0.5),
    handledLate: percentile(handled, 0.99),
    inserted: percentile(inserted, 0.5),
  }
}

/** Messages of company 1 that wait for receipts, by the id the provider gave them. */
const receipted = 10_000

/**
 * `receipted` receipts of one connection, `folded` of them a call, `inFlight` calls at once; each changes its message.
 */
const receipts =
  (database: BenchDatabase, db: Database, folded: number, inFlight: number) =>
  async (): Promise<{ perSecond: number }> => {
    const source = sourceAt({ tenantId: benchId('tenant', 1), connectionId: benchId('connection', 1) }, 'hook', 'hook')
    await database.owner`
      update core.message set status = 'sent' where tenant_id = ${source.tenantId} and external_id like 'sent%'`
    let next = 0
    const started = performance.now()
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (next < receipted) {
          const targets = Array.from({ length: Math.min(folded, receipted - next) }, () => `sent${++next}` as never)
          await storeReceipts(
            db,
            source,
            targets.map((target) => ({ type: 'receipt', target, state: 'delivered', at: new Date() })),
          )
        }
      }),
    )
    return { perSecond: (receipted * 1_000) / (performance.now() - started) }
  }

export const bus: Group = {
  name: 'bus',
  title: 'Events and receipts',
  notes: [
    'Events lie in the outbox, committed; measured is the way through relay, log and one consumer to its ' +
      'handler. Within one process, and over NATS JetStream to another node. The hand-over counts from the ' +
      'beginning of the insert that stores the event, at 200 events a second.',
  ],
  async run({ cluster, quick, rounds, seconds, skip }) {
    const count = quick ? 5_000 : 20_000
    const database = await cluster.database('bus')
    await makeCompanies(database, { tenants, usersPerTenant: 1 })
    await makeConversations(database, tenants)
    await database.owner`create table bench.events (like bus.outbox including all)`
    const db = openDatabase({ url: database.appUrl, poolSize: 8 })
    const local = await busOfTest({ db, log: quiet })
    const consumer = await counting(local)
    await database.owner`
      insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body, parts,
        status, sent_at)
      select uuidv7(), bench.id(1, 1, 0), bench.id(6, 1, 1 + n % 100), bench.id(5, 1, 1 + n % 100), bench.id(2, 1, 0),
             'sent' || n, true, 'Mensagem', '[]', 'sent', now()
        from generate_series(1, ${receipted}::integer) n`
    try {
      await drain(database, local, consumer, count)()
      const seen = await alternating(rounds, {
        inbound: async () => ({ ...(await rawInbound(database.appUrl, tenants, 16, seconds / 2, cluster.folder)) }),
        plain: plainInsert(database, count),
        drain: drain(database, local, consumer, count),
        handOver: () => handOver(db, local, seconds),
      })
      const told = await alternating(rounds, {
        single: receipts(database, db, 1, 8),
        folded: receipts(database, db, 64, 1),
      })
      await local.close()
      const figures: Figure[] = [
        {
          what: 'relay and one consumer, one process',
          value: seen.drain.perSecond,
          unit: '/s',
          limit: { what: `${sqlRunner}, messages taken in at 16`, value: seen.inbound.perSecond },
          aims: [atLeast(5)],
        },
        {
          what: 'relay and one consumer, one process',
          value: seen.drain.perSecond,
          unit: '/s',
          limit: { what: 'plain insert of the same rows, 500 a statement', value: seen.plain.perSecond },
        },
        {
          what: 'event stored to handler, p50',
          value: seen.handOver.handled,
          unit: 'ms',
          limit: { what: 'its insert alone, p50', value: seen.handOver.inserted },
          aims: [atMost(5)],
        },
        { what: 'event stored to handler, p99', value: seen.handOver.handledLate, unit: 'ms' },
        {
          what: 'receipts, 64 a call',
          value: told.folded.perSecond,
          unit: '/s',
          limit: { what: 'one a call, 8 in flight', value: told.single.perSecond },
          aims: [atLeast(2.5)],
        },
      ]
      return [...figures, ...(await overNats({ database, count, rounds, skip }))]
    } finally {
      await db.close()
      await database.drop()
    }
  },
}

async function overNats({
  database,
  count,
  rounds,
  skip,
}: {
  database: BenchDatabase
  count: number
  rounds: number
  skip(what: string, why: string): void
}): Promise<Figure[]> {
  const nats = await startNats()
  if (!nats) {
    skip('events over NATS JetStream', 'NATS_URL is not set and nats-server is not on the PATH')
    return []
  }
  const [leading, following] = [
    openDatabase({ url: database.appUrl, poolSize: 4 }),
    openDatabase({ url: database.appUrl, poolSize: 4 }),
  ]
  const connection = await connect({ servers: nats.url })
  try {
    const first = await busOfTest({ db: leading, natsUrl: nats.url, log: quiet })
    const second = await busOfTest({ db: following, natsUrl: nats.url, log: quiet, consumesOnly: true })
    const consumer = await counting(second)
    const stream = `bench-${randomUUID().slice(0, 8)}`
    await (await jetstreamManager(connection)).streams.add({ name: stream, subjects: [stream] })
    const js = jetstream(connection)
    const payload = JSON.stringify({
      seq: 1,
      event: {
        id: randomUUID(),
        tenantId: randomUUID(),
        name,
        key: randomUUID(),
        at: new Date().toISOString(),
        data: { ticketId: randomUUID(), messageId: randomUUID() },
      },
    })
    const publish = async (): Promise<{ perSecond: number }> => {
      let left = count
      const started = performance.now()
      await Promise.all(
        Array.from({ length: 500 }, async () => {
          while (left-- > 0) await js.publish(stream, payload, { msgID: randomUUID() })
        }),
      )
      return { perSecond: (count * 1_000) / (performance.now() - started) }
    }
    await drain(database, first, consumer, count)()
    const seen = await alternating(rounds, { publish, drain: drain(database, first, consumer, count) })
    await second.close()
    await first.close()
    return [
      {
        what: 'relay, NATS JetStream and a consumer on another node',
        value: seen.drain.perSecond,
        unit: '/s',
        limit: { what: 'JetStream publish alone, 500 in flight', value: seen.publish.perSecond },
        aims: [atLeast(0.4)],
      },
    ]
  } finally {
    await connection.close()
    await Promise.all([leading.close(), following.close()])
    await nats.stop()
  }
}
