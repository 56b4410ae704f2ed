import * as z from 'zod'
import { WorkCount } from './background-work.ts'
import { instant } from './ids.ts'

const count = z.int()
const seconds = z.number()
const severity = z.enum(['error', 'warning'])
const alarm = <Kind extends string, Facts extends z.ZodRawShape>(kind: Kind, facts: Facts) =>
  z.object({ severity, kind: z.literal(kind), ...facts })

/** An alarm, with the facts for its sentence. `error`: work has stopped; `warning`: a person has to look at it. */
export const Alarm = z.discriminatedUnion('kind', [
  alarm('natsAway', { since: instant }),
  alarm('filesAway', {}),
  alarm('outboxWaits', { events: count, seconds }),
  alarm('consumerBehind', { consumer: z.string(), events: count, seconds }),
  alarm('consumerStopped', { consumer: z.string() }),
  alarm('sendsWait', { count, since: instant }),
  alarm('nodeSilent', { node: z.string(), seconds }),
  alarm('nodeLeft', { node: z.string(), at: instant }),
  alarm('sessionsWithoutNode', { count }),
  alarm('sessionsDown', { count, total: count }),
  alarm('poolExhausted', { pool: z.string(), waiting: count }),
  alarm('deadLetters', { count, consumers: z.array(z.string()) }),
  alarm('jobsFailed', { count }),
])
export type Alarm = z.infer<typeof Alarm>

/** A node of the installation: its duties, the seconds since its last heartbeat, whether it is stopping. */
export const NodeStanding = z.object({
  name: z.string(),
  version: z.string(),
  startedAt: instant,
  silentSeconds: seconds,
  /** True for a node that is stopping and gets no more work. */
  draining: z.boolean(),
  duties: z.array(z.string()),
})
export type NodeStanding = z.infer<typeof NodeStanding>

/** A node that was there and is not any more. `announced` if it had announced its stop. */
export const NodeDeparture = z.object({ name: z.string(), at: instant, announced: z.boolean() })
export type NodeDeparture = z.infer<typeof NodeDeparture>

/**
 * A consumer of the bus, or the carrier that publishes the log to NATS; `node` is null while none has it. Counts end at
 * a bound.
 */
export const ConsumerStanding = z.object({
  name: z.string(),
  node: z.string().nullable(),
  /** Events of the log that it has not taken care of. */
  lagEvents: count,
  /** Age of the first of them. */
  lagSeconds: seconds,
  /** Events that failed and are tried again, or are behind one that did. */
  parked: count,
  /** Events that were given up. */
  dead: count,
})
export type ConsumerStanding = z.infer<typeof ConsumerStanding>

/** Events that wait for the relay, and the age of the oldest. Counting ends at a bound. */
export const OutboxStanding = z.object({ events: count, seconds })
export type OutboxStanding = z.infer<typeof OutboxStanding>

/** The log of events: the number of its newest event, and who reads it. */
export const BusStanding = z.object({ head: count, consumers: z.array(ConsumerStanding) })
export type BusStanding = z.infer<typeof BusStanding>

/** Number of active connections with the same state of their sessions, on one node; null: no node has them. */
export const SessionCount = z.object({ node: z.string().nullable(), status: z.string(), count })
export type SessionCount = z.infer<typeof SessionCount>

/** A connection that cannot work. */
export const TroubledSession = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.string(),
  company: z.string(),
  status: z.string(),
  detail: z.string().nullable(),
  node: z.string().nullable(),
  retries: count,
  since: instant,
})
export type TroubledSession = z.infer<typeof TroubledSession>

/**
 * Waiting sends by state. `held` are those whose connection is connected: nothing of the company's holds them up.
 * Counts end at a bound.
 */
export const DeliveryStanding = z.object({
  waiting: z.array(z.object({ state: z.string(), count, oldest: instant })),
  held: z.object({ count, oldest: instant.nullable() }),
})
export type DeliveryStanding = z.infer<typeof DeliveryStanding>

/**
 * GET /operations/status. A part that could not be read is null and named in `missing`; `pools` are those of `node`,
 * the node that answers.
 */
export const OperationsStatus = z.object({
  at: instant,
  node: z.string(),
  /** The worst first. */
  alarms: z.array(Alarm),
  /**
   * What would make the installation better, while nothing is wrong. `extension`: the database offers one that its
   * owner may not put in; `statement` is what a superuser runs in it.
   */
  advice: z.array(z.object({ kind: z.literal('extension'), name: z.string(), statement: z.string() })),
  missing: z.array(z.string()),
  nodes: z.array(NodeStanding).nullable(),
  departures: z.array(NodeDeparture),
  network: z.object({ state: z.enum(['unused', 'up', 'down']), since: instant.nullable() }),
  outbox: OutboxStanding.nullable(),
  bus: BusStanding.nullable(),
  sessions: z.array(SessionCount).nullable(),
  troubled: z.array(TroubledSession).nullable(),
  deliveries: DeliveryStanding.nullable(),
  pools: z.array(z.object({ name: z.string(), max: count, open: count, used: count, waiting: count })),
  jobs: z.array(WorkCount).nullable(),
})
export type OperationsStatus = z.infer<typeof OperationsStatus>
