/** Counts over all companies end here: further counting costs more than anybody wants to know. "At least so many". */
export const countedAtMost = 10_000

/** A consumer of the bus, or the carrier that publishes the log to NATS. */
export interface ConsumerStanding {
  readonly name: string
  /** Events of the log that it has not taken care of. */
  readonly lagEvents: number
  /** Age of the first of them. */
  readonly lagSeconds: number
  /** Events that failed and are tried again, or are behind one that did; at most {@link countedAtMost}. */
  readonly parked: number
  /** Events that were given up; at most {@link countedAtMost}. */
  readonly dead: number
}

/** Events that wait for the relay; at most {@link countedAtMost}. */
export interface OutboxStanding {
  readonly events: number
  /** Age of the oldest. */
  readonly seconds: number
}

/** A consumer and the node that has it. */
export interface HeldConsumer extends ConsumerStanding {
  /** Null while no node has it. */
  readonly node: string | null
}

export interface BusStanding<Consumer = ConsumerStanding> {
  /** Number of the newest event of the log. */
  readonly head: number
  readonly consumers: readonly Consumer[]
}

/** Number of active connections with the same state of their sessions, on one node; null: no node has them. */
export interface SessionCount {
  readonly node: string | null
  readonly status: string
  readonly count: number
}

/** A connection that cannot work. */
export interface TroubledSession {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly company: string
  readonly status: string
  readonly detail: string | null
  readonly node: string | null
  readonly retries: number
  readonly since: string
}

/** Waiting sends in one state; `count` at most {@link countedAtMost}. */
export interface WaitingDeliveries {
  readonly state: string
  readonly count: number
  readonly oldest: string
}

export interface DeliveryStanding {
  readonly waiting: readonly WaitingDeliveries[]
  /** Of those the ones whose connection is connected: nothing of the company's holds them up. */
  readonly held: { readonly count: number; readonly oldest: string | null }
}

/** A node of the installation. */
export interface NodeStanding {
  readonly name: string
  readonly version: string
  readonly startedAt: string
  /** Seconds since its last heartbeat. */
  readonly silentSeconds: number
  /** True for a node that is stopping and gets no more work. */
  readonly draining: boolean
  /** Duties that it has. */
  readonly duties: readonly string[]
  /** Duties that it could have. */
  readonly able: readonly string[]
}

/** A node that was there and is not any more. */
export interface NodeDeparture {
  readonly name: string
  readonly at: string
  /** True if it had announced its stop. */
  readonly announced: boolean
}
