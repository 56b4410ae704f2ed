import { sql } from 'drizzle-orm'
import { EventName, type Logger } from '@recado/contracts'
import { systemClock, type Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { Recurring } from '../base/recurring.ts'
import type { Membership } from '../nodes/membership.ts'
import type { EventBus, OutboxEvent } from './bus.ts'
import { ConsumerDuty } from './consumer.ts'
import { Cursors } from './cursors.ts'
import { CutWatch } from './cut.ts'
import { deadLetters } from './dead.ts'
import { localTransport } from './local.ts'
import { eraseEvents } from './erase.ts'
import { EventLog } from './log.ts'
import { Relay } from './relay.ts'
import { retainBus } from './retention.ts'
import { Revivals } from './revivals.ts'
import { Topics } from './topics.ts'

export interface BusOptions {
  readonly db: Database
  /** This node among the others: the relay and every consumer run on one of them at a time. */
  readonly nodes: Pick<Membership, 'keep' | 'onReconnected'>
  /**
   * Absent: no network; events stay within the process, and reach other processes on the same database by their sweeps.
   */
  readonly natsUrl?: string | undefined
  /** No other process works on the database: there is nobody whose word could be missed. Without a network. */
  readonly isAlone?: boolean
  readonly log: Logger
  readonly clock?: Clock
  /** For how many days the log is kept when everybody has read it; 3 when absent. */
  readonly keepEventsDays?: () => Promise<number>
}

const retainEveryMs = 10 * 60_000
/** Time after which a published event is looked for, if its publisher does not announce the commit. */
const pokeAfterMs = 250

/** {@link EventBus.publishChecked}: an event is stored with its change, and carried by the node with that duty. */
export async function writeToOutbox(tx: Tx, event: OutboxEvent): Promise<void> {
  if (!EventName.safeParse(event.name).success) throw new Error(`not the name of an event: ${event.name}`)
  if (event.key.length < 1 || event.key.length > 200)
    throw new Error(`the key of ${event.name} must have 1 to 200 characters`)
  await tx.execute(sql`
    insert into bus.outbox (tenant_id, name, key, data)
    values (${event.tenantId}, ${event.name}, ${event.key}, ${JSON.stringify(event.data ?? null)}::jsonb)`)
}

/**
 * Starts the bus of one node. Call it after the migrations and before anything that publishes is served; close it
 * after the last publisher and before the database. An unreachable NATS does not keep it from starting.
 */
export async function createBus({
  db,
  nodes,
  natsUrl,
  isAlone = false,
  log,
  clock = systemClock,
  keepEventsDays = async () => 3,
}: BusOptions): Promise<EventBus> {
  // A copy of the database within its cluster is another log, though it carries the same row.
  const [identity] = await db.raw<
    { id: string }[]
  >`select log_id || '-' || oid as id from bus.head, pg_database where datname = current_database()`
  const events = new EventLog(db.raw)
  const cursors = new Cursors(db.raw, log)
  const unlisten = nodes.onReconnected(() => events.forget())
  const transport =
    natsUrl === undefined
      ? localTransport()
      : (await import('./nats.ts')).natsTransport({
          url: natsUrl,
          logId: identity!.id,
          events,
          cursors,
          sql: db.raw,
          log,
        })
  const isConnected = natsUrl === undefined ? () => isAlone : () => !transport.isCut()
  const relay = new Relay(db.raw, events, log, isConnected)
  const topics = new Topics(transport, log)
  const consumers = new Map<string, ConsumerDuty>()
  const kept = new Set<{ release(): Promise<void> }>()
  const held = (): ConsumerDuty[] => [...consumers.values()].filter((duty) => duty.isHeld)
  const revivals = new Revivals(db.raw, log, held, isConnected)
  const interruptions = new Set<(companies?: readonly string[]) => void>()
  const interrupted = (companies?: readonly string[]): void => {
    for (const listener of [...interruptions]) listener(companies)
  }
  const retaining = new Recurring({
    name: 'bus retention',
    everyMs: retainEveryMs,
    log,
    run: async () => {
      if (!relay.leading) return
      const { events } = await retainBus(db.raw, clock, await keepEventsDays())
      if (events > 0) log.info({ events }, 'events beyond their retention were deleted')
    },
  })

  transport.start({
    received: (carried) => events.append(carried),
    signalled(signal) {
      if (signal === 'revived') revivals.look()
      else relay.poke()
    },
    disconnected() {
      // From here on both look as often as without signals.
      relay.poke()
      revivals.look()
    },
    interrupted: () => interrupted(),
  })
  const watching = new CutWatch(db.raw, events, log, () => transport.isCut(), interrupted)
  let carrying: { stop(): Promise<void> } | undefined
  kept.add(
    await nodes.keep('relay', {
      async start() {
        carrying = transport.lead()
        await relay.start()
      },
      async stop() {
        await relay.stop()
        await carrying?.stop()
      },
    }),
  )
  retaining.start()
  let closing: Promise<void> | undefined

  const poke = (): void => {
    if (relay.leading) relay.poke()
    else transport.signal('poke')
  }
  let pokeLater: NodeJS.Timeout | undefined

  const publishChecked = async (tx: Tx, event: OutboxEvent): Promise<void> => {
    await writeToOutbox(tx, event)
    pokeLater ??= setTimeout(() => {
      pokeLater = undefined
      poke()
    }, pokeAfterMs).unref()
  }

  return {
    publish: (tx, { name }, event) => publishChecked(tx, { ...event, name }),
    publishChecked,
    poke,
    isConnected,
    async subscribe(consumer) {
      if (consumers.has(consumer.name)) throw new Error(`the consumer ${consumer.name} is subscribed already`)
      const duty = new ConsumerDuty(consumer, { db, events, cursors, clock, log })
      consumers.set(consumer.name, duty)
      try {
        await cursors.create(consumer.name)
        const held = await nodes.keep(`consumer:${consumer.name}`, duty)
        kept.add(held)
        return {
          async close() {
            await held.release()
            kept.delete(held)
            if (consumers.get(consumer.name) === duty) consumers.delete(consumer.name)
          },
        }
      } catch (error) {
        consumers.delete(consumer.name)
        throw error
      }
    },
    emit: (topic, data) => topics.emit(topic, data),
    emitElsewhere: (topic, data) => topics.emitElsewhere(topic, data),
    on: (topic, onData) => topics.on(topic, onData),
    onInterruption(listener) {
      const registered = (companies?: readonly string[]): void => listener(companies)
      interruptions.add(registered)
      return () => void interruptions.delete(registered)
    },
    dead: deadLetters({
      sql: db.raw,
      clock,
      onRevived() {
        revivals.look()
        transport.signal('revived')
      },
    }),
    network: () => transport.standing(),
    erase: eraseEvents,
    purge: (tenantId, names) => transport.purge(tenantId, names),
    forget: (consumerPrefix) =>
      db.platform(async (tx) => {
        for (const [table, column] of [
          ['cursor', 'name'],
          ['parked', 'consumer'],
          ['seen', 'consumer'],
        ] as const) {
          await tx.execute(sql`
            delete from ${sql.identifier('bus')}.${sql.identifier(table)}
             where starts_with(${sql.identifier(column)}, ${consumerPrefix})`)
        }
      }),
    close: () =>
      (closing ??= (async () => {
        clearTimeout(pokeLater)
        await Promise.all([retaining.stop(), watching.stop(), revivals.close()])
        await Promise.all([...kept].map((duty) => duty.release()))
        unlisten()
        await Promise.all([relay.close(), cursors.close()])
        await transport.close()
      })()),
  }
}
