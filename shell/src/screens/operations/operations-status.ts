import type { WorkCount } from '../../data/installation/use-system-info.ts'

/** An alarm, with the facts for its sentence. `error`: work has stopped. */
export type Alarm = { readonly severity: 'error' | 'warning' } & (
  | { readonly kind: 'natsAway'; readonly since: string }
  | { readonly kind: 'outboxWaits'; readonly events: number; readonly seconds: number }
  | { readonly kind: 'consumerBehind'; readonly consumer: string; readonly events: number; readonly seconds: number }
  | { readonly kind: 'consumerStopped'; readonly consumer: string }
  | { readonly kind: 'sendsWait'; readonly count: number; readonly since: string }
  | { readonly kind: 'nodeSilent'; readonly node: string; readonly seconds: number }
  | { readonly kind: 'nodeLeft'; readonly node: string; readonly at: string }
  | { readonly kind: 'sessionsWithoutNode'; readonly count: number }
  | { readonly kind: 'sessionsDown'; readonly count: number; readonly total: number }
  | { readonly kind: 'poolExhausted'; readonly pool: string; readonly waiting: number }
  | { readonly kind: 'deadLetters'; readonly count: number; readonly consumers: readonly string[] }
  | { readonly kind: 'jobsFailed'; readonly count: number }
)

export interface NodeStanding {
  readonly name: string
  readonly version: string
  readonly startedAt: string
  readonly silentSeconds: number
  readonly draining: boolean
  readonly duties: readonly string[]
}

export interface NodeDeparture {
  readonly name: string
  readonly at: string
  readonly announced: boolean
}

/** A consumer of the event log; `node` is null while none has it. */
export interface ConsumerStanding {
  readonly name: string
  readonly node: string | null
  readonly lagEvents: number
  readonly lagSeconds: number
  readonly parked: number
  readonly dead: number
}

export interface SessionCount {
  readonly node: string | null
  readonly status: string
  readonly count: number
}

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

export interface PoolStanding {
  readonly name: string
  readonly max: number
  readonly open: number
  readonly used: number
  readonly waiting: number
}

export interface DeliveryStanding {
  readonly waiting: readonly { readonly state: string; readonly count: number; readonly oldest: string }[]
  readonly held: { readonly count: number; readonly oldest: string | null }
}

/** GET /operations/status. Unreadable parts are null and named in `missing`; `pools` are those of `node`. */
export interface OperationsStatus {
  readonly at: string
  readonly node: string
  readonly alarms: readonly Alarm[]
  readonly missing: readonly string[]
  readonly nodes: readonly NodeStanding[] | null
  readonly departures: readonly NodeDeparture[]
  readonly network: { readonly state: 'unused' | 'up' | 'down'; readonly since: string | null }
  readonly outbox: { readonly events: number; readonly seconds: number } | null
  readonly bus: { readonly head: number; readonly consumers: readonly ConsumerStanding[] } | null
  readonly sessions: readonly SessionCount[] | null
  readonly troubled: readonly TroubledSession[] | null
  readonly deliveries: DeliveryStanding | null
  readonly pools: readonly PoolStanding[]
  readonly jobs: readonly WorkCount[] | null
}
