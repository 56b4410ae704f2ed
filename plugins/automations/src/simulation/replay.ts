import type { MessageId, TicketHappening, TicketPast } from '@recado/sdk'
import type { RuleEvent } from '../rules/limits.ts'
import type { Trigger } from '../rules/rule.ts'
import { movesBetween, type TicketPlace } from '../runs/rule-events.ts'
import { clockMoments } from './clock-replay.ts'

/** A time at which a rule would have been asked: how the ticket stood, and what was said. `at` is an instant, ISO 8601. */
export interface Moment { readonly at: string; readonly state: TicketPlace; readonly message?: MessageId }
/** From when until when, in milliseconds since 1970. What was before says only how things stood. */
export interface Span { readonly from: number; readonly to: number }

/** When a rule that begins so would have been asked about a ticket, in order. Nothing but what is handed over decides, and no rule follows from a simulated one. */
export function momentsOf({ happenings }: Pick<TicketPast, 'happenings'>, trigger: Trigger, span: Span, createdAt: string | null): Moment[] {
  const moments = trigger.kind === 'time' ? clockMoments(happenings, trigger, span.to, createdAt) : eventMoments(happenings, trigger.event)
  return moments.filter(({ at }) => Date.parse(at) >= span.from && Date.parse(at) <= span.to)
}

function eventMoments(happenings: readonly TicketHappening[], event: RuleEvent): Moment[] {
  return happenings.flatMap((happening, index) => {
    const { at, state, message } = happening
    return meaningOf(happening, happenings[index - 1]?.state ?? stateBefore(happening)).includes(event) ? [{ at, state, ...(message !== undefined && { message }) }] : []
  })
}

/** Which rules a happening asks. What is not in the log, like tags, asks none here. */
function meaningOf({ kind, state }: TicketHappening, before: TicketPlace): RuleEvent[] {
  switch (kind) {
    case 'received': return ['received']
    case 'sent': return ['sent']
    case 'create': return ['created']
    case 'priority': return ['prioritized']
    case 'wake': return ['woken']
    case 'sentByPlugin': case 'merge': case 'unmerge': return []
    default: return [...movesBetween(before, state), ...(state.status === 'closed' && before.status !== 'closed' ? ['closed' as const] : [])]
  }
}

/** How a ticket stood before the first thing that is known of it. */
function stateBefore({ kind, state }: TicketHappening): TicketPlace {
  switch (kind) {
    case 'open': case 'userDefine': case 'retriesLimitUserDefine': return { ...state, status: 'pending', userId: null }
    case 'pending': case 'autoReturn': case 'closed': case 'autoClose': return { ...state, status: 'open' }
    case 'queue': case 'retriesLimitQueue': return { ...state, queueId: null }
    default: return state
  }
}
