import type { TicketClock, TicketHappening } from '@recado/sdk'
import type { Trigger } from '../rules/rule.ts'
import type { TicketPlace } from '../runs/rule-events.ts'
import type { Moment } from './moment.ts'

/** State of a ticket's clocks, as far as it is known; instants in milliseconds since 1970. */
interface Waiting {
  readonly place: TicketPlace | null
  readonly created: number | null
  readonly closed: number | null
  readonly said: number | null
  readonly isAnswered: boolean
  /** Given to somebody, taken up, or back from being put off. */
  readonly touched: number | null
  readonly isSnoozed: boolean
}

/** Since when a clock has been running; null where it does not run, or began before anything is known. */
function since(
  clock: TicketClock,
  { place, created, closed, said, isAnswered, touched, isSnoozed }: Waiting,
): number | null {
  if (clock === 'closed') return place?.status === 'closed' ? closed : null
  if (place?.status !== 'open' && place?.status !== 'pending') return null
  if (clock === 'created') return created
  if (isSnoozed) return null
  if (clock === 'untouched') return latest(said ?? created, touched)
  return isAnswered === (clock === 'awaited') ? said : null
}

const latest = (...instants: readonly (number | null)[]): number | null =>
  instants.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)

function next(waiting: Waiting, { at, kind, state }: TicketHappening): Waiting {
  const now = Date.parse(at)
  const { place } = waiting
  const isMoved =
    place !== null &&
    (place.status !== state.status || place.userId !== state.userId || place.queueId !== state.queueId)
  const isTaken =
    state.userId !== null &&
    place !== null &&
    (place.userId !== state.userId || (state.status === 'open' && place.status !== 'open'))
  const isWoken = waiting.isSnoozed && (kind === 'wake' || kind === 'received' || isMoved)
  const isSaid = kind === 'received' || kind === 'sent' || kind === 'sentByPlugin'
  const isClosed =
    state.status === 'closed' &&
    (kind === 'closed' || kind === 'autoClose' || (place !== null && place.status !== 'closed'))
  return {
    place: state,
    created: kind === 'create' ? now : waiting.created,
    closed: isClosed ? now : state.status === 'closed' ? waiting.closed : null,
    said: isSaid ? now : waiting.said,
    isAnswered: isSaid ? kind !== 'received' : waiting.isAnswered,
    touched: isTaken || isWoken ? now : waiting.touched,
    isSnoozed: kind === 'snooze' || (waiting.isSnoozed && !isWoken),
  }
}

/**
 * When a rule by time would have been asked: once for each wait that lasted long enough. A wait that was due while the
 * ticket was put off, or somehow before it came about, is skipped, as the sweep does it.
 */
export function clockMoments(
  happenings: readonly TicketHappening[],
  { clock, minutes }: Extract<Trigger, { kind: 'time' }>,
  to: number,
  createdAt: string | null,
): Moment[] {
  const moments: Moment[] = []
  const began = createdAt === null ? null : Date.parse(createdAt)
  let waiting: Waiting = {
    place: null,
    created: began,
    closed: null,
    said: null,
    isAnswered: false,
    touched: null,
    isSnoozed: false,
  }
  let passed: number | null = null
  const dueOf = (start: number): number => start + minutes * 60_000
  const look = (until: number): void => {
    const start = since(clock, waiting)
    if (start === null || start === passed || dueOf(start) > until) return
    passed = start
    moments.push({ at: new Date(dueOf(start)).toISOString(), state: waiting.place! })
  }
  for (const happening of happenings) {
    const now = Date.parse(happening.at)
    look(now)
    waiting = next(waiting, happening)
    const start = since(clock, waiting)
    if (start !== null && dueOf(start) < now) passed = start
  }
  look(to)
  return moments
}
