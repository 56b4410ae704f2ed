import { createBatcher } from '../../core/src/base/batcher.ts'
import { storeArrivals, type Arrival, type Stored } from '../../core/src/channels/inbound-store.ts'
import { openDatabase } from '../../core/src/db/database.ts'
import { randomUUID } from 'node:crypto'
import { benchId } from './cluster.ts'
import { makeCompanies, makeConversations } from './companies.ts'
import { atLeast, atMost, type Group } from './figure.ts'
import { alternating, closedLoop, openLoop } from './measure.ts'
import { rawInbound, sqlRunner } from './pgbench.ts'
import { startNode } from './program.ts'
import { Provider, someone, someTenant, text } from './webhooks.ts'

const tenants = 200

/** What the parser of the fixture channel makes of a webhook. */
function arrival(): Arrival {
  const tenant = someTenant(tenants)
  const from = someone() as never
  return {
    source: {
      tenantId: benchId('tenant', tenant),
      connectionId: benchId('connection', tenant),
      type: 'hook',
      identityKind: 'hook',
      channel: { noticeFault: () => undefined },
      normalise: (value) => value,
    },
    message: {
      type: 'message',
      id: randomUUID() as never,
      chat: from,
      at: new Date(),
      isGroup: false,
      origin: 'live',
      sender: { id: from, isSelf: false, verified: true, name: `Cliente ${from}` },
      parts: [{ kind: 'text', text, format: 'plain' }],
    },
    protocol: '20260101-{id}',
    blockMinutes: 0,
  }
}

/** Nobody here is known under two identities. */
const nobodyToSettle = (): Promise<void> => Promise.resolve()

export const webhook: Group = {
  name: 'webhook',
  title: 'Messages accepted through the webhook',
  notes: [
    'A provider posts one signed message a request over kept connections; it is answered after the commit. On the way: HTTP, HMAC of the raw bytes, schema, duplicate check, contact, ticket, message, counters, event. 200 companies with 100 contacts each, 2 % of the messages from new contacts. The node also relays the events while it is measured.',
    `The limit is ${sqlRunner} calling the same function of the hot path with one message, as the same role, with the same durability. The batcher is measured alone, in the load generator's process.`,
  ],
  async run({ cluster, quick, rounds, seconds }) {
    const database = await cluster.database('webhook')
    await makeCompanies(database, { tenants, usersPerTenant: 1 })
    await makeConversations(database, tenants)
    const node = await startNode(cluster, database)
    const provider = new Provider(node.ready.port, 64)
    const db = openDatabase({ url: database.appUrl, poolSize: 16 })
    const batched = createBatcher<Arrival, Stored>({
      max: 128,
      deadlineMs: 60_000,
      late: () => new Error('a batch took a minute'),
      isFaultOfItem: () => true,
      run: (arrivals) => storeArrivals(db.raw, arrivals, nobodyToSettle),
    })
    const through = (inFlight: number) => async () => ({
      ...(await closedLoop(inFlight, seconds, () => provider.message(someTenant(tenants)))),
    })
    const raw =
      (clients: number, url = database.appUrl) =>
      async () => ({ ...(await rawInbound(url, tenants, clients, seconds, cluster.folder)) })
    const alone = (inFlight: number) => async () => ({
      ...(await closedLoop(inFlight, seconds, () => storeArrivals(db.raw, [arrival()], nobodyToSettle))),
    })
    try {
      // Once around, so that every connection is known and the code is compiled.
      await openLoop(500, quick ? 2 : 6, () => provider.message(someTenant(tenants)))
      await closedLoop(16, 1, () => storeArrivals(db.raw, [arrival()], nobodyToSettle))
      const seen = await alternating(rounds, {
        raw16: raw(16),
        webhook16: through(16),
        single16: alone(16),
        raw1: raw(1),
        webhook1: through(1),
        raw64: raw(64),
        webhook64: through(64),
        single64: alone(64),
        batcher64: async () => ({ ...(await closedLoop(64, seconds, () => batched(arrival()))) }),
        owner16: raw(16, database.ownerUrl),
      })
      const at = (clients: number): string => `${sqlRunner}, ${clients === 1 ? 'one client' : `${clients} clients`}`
      return [
        {
          what: 'webhook, 1 in flight',
          value: seen.webhook1.perSecond,
          unit: '/s',
          limit: { what: at(1), value: seen.raw1.perSecond },
        },
        {
          what: 'webhook, 16 in flight',
          value: seen.webhook16.perSecond,
          unit: '/s',
          limit: { what: at(16), value: seen.raw16.perSecond },
          aims: [atLeast(0.6)],
        },
        {
          what: 'webhook, 64 in flight',
          value: seen.webhook64.perSecond,
          unit: '/s',
          limit: { what: at(64), value: seen.raw64.perSecond },
        },
        {
          what: 'webhook answered, 1 in flight, p50',
          value: seen.webhook1.p50,
          unit: 'ms',
          limit: { what: at(1), value: seen.raw1.p50 },
        },
        {
          what: 'webhook answered, 16 in flight, p50',
          value: seen.webhook16.p50,
          unit: 'ms',
          limit: { what: at(16), value: seen.raw16.p50 },
        },
        {
          what: 'webhook answered, 16 in flight, p99',
          value: seen.webhook16.p99,
          unit: 'ms',
          limit: { what: at(16), value: seen.raw16.p99 },
        },
        {
          what: 'webhook answered, 64 in flight, p99',
          value: seen.webhook64.p99,
          unit: 'ms',
          limit: { what: at(64), value: seen.raw64.p99 },
        },
        {
          what: 'function through our client, 16 in flight',
          value: seen.single16.perSecond,
          unit: '/s',
          limit: { what: at(16), value: seen.raw16.perSecond },
          aims: [atLeast(0.75)],
        },
        {
          what: 'batcher, 64 in flight',
          value: seen.batcher64.perSecond,
          unit: '/s',
          limit: { what: at(16), value: seen.raw16.perSecond },
          aims: [atLeast(1.2)],
        },
        {
          what: 'batcher, 64 in flight, p99',
          value: seen.batcher64.p99,
          unit: 'ms',
          limit: { what: 'one call a message, 64 in flight', value: seen.single64.p99 },
          aims: [atMost(0.6)],
        },
        {
          what: 'function as the restricted role, 16 clients',
          value: seen.raw16.perSecond,
          unit: '/s',
          limit: { what: 'as the owner', value: seen.owner16.perSecond },
          aims: [atLeast(0.85)],
        },
      ]
    } finally {
      await provider.close()
      await node.stop()
      await db.close()
      await database.drop()
    }
  },
}
