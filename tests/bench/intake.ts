import { randomUUID } from 'node:crypto'
import { createBatcher } from '../../core/src/base/batcher.ts'
import { storeArrivals, type Arrival, type Stored } from '../../core/src/channels/inbound-store.ts'
import { openDatabase } from '../../core/src/db/database.ts'
import { sourceAt } from '../harness/arrivals.ts'
import { Agents } from './agents.ts'
import { benchId, type BenchDatabase, type Cluster } from './cluster.ts'
import { factsMade, settled } from './costs.ts'
import { liveTickets, makeRules, seatsOfLarge, type World } from './large-company.ts'
import { closedLoop, openLoop, workOff, type Load } from './measure.ts'
import { startNode, type Program } from './program.ts'
import { Provider, text } from './webhooks.ts'

/** What the parser of the fixture channel makes of a webhook. */
function arrival(from: string): Arrival {
  return {
    source: sourceAt({ tenantId: benchId('tenant', 1), connectionId: benchId('connection', 1) }, 'hook', 'hook'),
    message: {
      type: 'message',
      id: randomUUID() as never,
      chat: from as never,
      at: new Date(),
      isGroup: false,
      origin: 'live',
      sender: { id: from as never, isSelf: false, verified: true, name: `Cliente ${from}` },
      parts: [{ kind: 'text', text, format: 'plain' }],
    },
    protocol: '20260101-{id}',
    blockMinutes: 0,
  }
}

/** Nobody here is known under two identities. */
const nobodyToSettle = (): Promise<void> => Promise.resolve()

/** Somebody who has never written. */
export const stranger = (): string => `new-${randomUUID()}`

/** The product as it is shipped, on the database of a {@link World}, and loads on its large company. */
export interface Intake {
  readonly node: Program<{ readonly port: number }>
  /** A contact with a ticket that is not closed. */
  readonly known: () => string
  /** Messages through the webhook, by default of known contacts. */
  webhook(inFlight: number, seconds: number, from?: () => string): Promise<Load>
  /** So many messages through the webhook, 16 in flight; answers how many. */
  send(count: number, from?: () => string): Promise<number>
  /** The function of the hot path through our client, one message a call, from this process. */
  single(inFlight: number, seconds: number): Promise<Load>
  /** The batcher, from this process. */
  batched(inFlight: number, seconds: number): Promise<Load>
  /** Runs `work` while so many agents of the company are connected. */
  seated<T>(agents: number, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Starts the product with the rules of its large company, and warms it up. */
export async function openIntake(
  cluster: Cluster,
  database: BenchDatabase,
  world: World,
  warmSeconds: number,
): Promise<Intake> {
  const live = liveTickets(world)
  const known = (): string => `c${1 + Math.floor(Math.random() * live)}`
  const node = await startNode(cluster, database, { asShipped: true })
  const provider = new Provider(node.ready.port, 64)
  const db = openDatabase({ url: database.appUrl, poolSize: 16 })
  const store = (arrivals: readonly Arrival[]): Promise<Stored[]> => storeArrivals(db.raw, arrivals, nobodyToSettle)
  const batch = createBatcher<Arrival, Stored>({
    max: 128,
    deadlineMs: 60_000,
    late: () => new Error('a batch took a minute'),
    isFaultOfItem: () => true,
    run: store,
  })
  const intake: Intake = {
    node,
    known,
    webhook: (inFlight, seconds, from = known) =>
      closedLoop(inFlight, seconds, () => provider.message(1, text, from())),
    send: (count, from = known) => workOff(count, 16, () => provider.message(1, text, from())),
    single: (inFlight, seconds) => closedLoop(inFlight, seconds, () => store([arrival(known())])),
    batched: (inFlight, seconds) => closedLoop(inFlight, seconds, () => batch(arrival(known()))),
    async seated(agents, work) {
      const screens = new Agents()
      try {
        await screens.connect(node.ready.port, seatsOfLarge(agents))
        return await work()
      } finally {
        screens.close()
      }
    },
    async close() {
      await provider.close()
      await node.stop()
      await db.close()
    },
  }
  try {
    await makeRules(node.ready.port)
    // Once around, so that every connection is known and the code is compiled.
    await openLoop(200, warmSeconds, () => provider.message(1, text, known()))
    await intake.batched(16, 1)
    await settled(database)
    await factsMade(database)
    return intake
  } catch (error) {
    await intake.close()
    throw error
  }
}
