import type { TicketHappening, TicketPast } from '@recado/sdk'
import type { RuleEvent } from '../rules/limits.ts'
import type { Trigger } from '../rules/rule.ts'
import { movesBetween, type TicketPlace } from '../runs/rule-events.ts'
import { clockMoments } from './clock-replay.ts'
import type { Moment } from './moment.ts'

/** Beginning and end, in milliseconds since 1970. Earlier events only determine the state. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * When a rule that begins so would have been asked about a ticket, in order. Nothing but what is handed over decides,
 * and no rule follows from a simulated one.
 */
export function momentsOf(
  { happenings }: Pick<TicketPast, 'happenings'>,
  trigger: Trigger,
  span: Span,
  createdAt: string | null,
): Moment[] {
  const moments =
    trigger.kind === 'time'
      ? clockMoments(happenings, trigger, span.to, createdAt)
      : trigger.kind === 'event'
        ? eventMoments(happenings, trigger.event)
        : // What an attribute held in the past is not known.
          []
  return moments.filter(({ at }) => Date.parse(at) >= span.from && Date.parse(at) <= span.to)
}

function eventMoments(happenings: readonly TicketHappening[], event: RuleEvent): Moment[] {
  const moments: Moment[] = []
  let before: TicketPlace | undefined
  for (const [index, happening] of happenings.entries()) {
    const { at, kind, state, message } = happening
    before ??= stateBefore(happening)
    // Several lines of the log can be one step: the last of them determines its meaning.
    const isPart = isStep(kind) && happenings[index + 1]?.at === at && isStep(happenings[index + 1]!.kind)
    if (isPart) continue
    if (meaningOf(kind, before, state).includes(event))
      moments.push({ at, state, ...(message !== undefined && { message }) })
    before = state
  }
  return moments
}

const ownMeanings: Readonly<Partial<Record<TicketHappening['kind'], readonly RuleEvent[]>>> = {
  received: ['received'],
  sent: ['sent'],
  sentByPlugin: [],
  create: ['created'],
  priority: ['prioritized'],
  wake: ['woken'],
  merge: [],
  unmerge: [],
  outOfHours: [],
}
/** Whether it is a line about where the ticket went. */
const isStep = (kind: TicketHappening['kind']): boolean => ownMeanings[kind] === undefined

/** Triggers that an event of the past matches. Events that are not in the log, like tags, match none here. */
const meaningOf = (kind: TicketHappening['kind'], before: TicketPlace, after: TicketPlace): readonly RuleEvent[] =>
  ownMeanings[kind] ?? [
    ...movesBetween(before, after),
    ...(after.status === 'closed' && before.status !== 'closed' ? ['closed' as const] : []),
  ]

/** State of a ticket before its first known event. */
function stateBefore({ kind, state }: TicketHappening): TicketPlace {
  switch (kind) {
    case 'open':
    case 'userDefine':
    case 'retriesLimitUserDefine':
      return { ...state, status: 'pending', userId: null }
    case 'pending':
    case 'autoReturn':
    case 'closed':
    case 'autoClose':
      return { ...state, status: 'open' }
    case 'queue':
    case 'retriesLimitQueue':
      return { ...state, queueId: null }
    default:
      return state
  }
}
