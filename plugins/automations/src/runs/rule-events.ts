import type {
  MessageCreated,
  MessageReceived,
  Ticket,
  TicketClosed,
  TicketPrioritized,
  TicketTagged,
  TicketUpdated,
} from '@recado/sdk'
import type * as z from 'zod'
import type { RuleEvent } from '../rules/limits.ts'

/** Place of a ticket. */
export type TicketPlace = Pick<Ticket, 'status' | 'userId' | 'queueId'>

/** Events of a ticket's move from one place to another. Its closing has an event of its own. */
export function movesBetween(before: TicketPlace, after: TicketPlace): RuleEvent[] {
  const moves: RuleEvent[] = []
  if (after.userId !== null && after.userId !== before.userId) moves.push('assigned')
  if (after.queueId !== null && after.queueId !== before.queueId) moves.push('moved')
  if (after.status === 'open' && before.status !== 'open') moves.push('opened')
  if (after.status === 'pending' && before.status !== 'pending') moves.push('returned')
  return moves
}

/** Events as they come, as far as they decide what rules are asked. */
export interface Heard {
  readonly received: Pick<z.output<typeof MessageReceived.schema>, 'automatic'>
  readonly sent: Pick<z.output<typeof MessageCreated.schema>, 'userId' | 'by'>
  readonly updated: Pick<z.output<typeof TicketUpdated.schema>, 'status' | 'userId' | 'queueId' | 'before' | 'by'>
  readonly closed: Pick<z.output<typeof TicketClosed.schema>, 'by'>
  readonly prioritized: Pick<z.output<typeof TicketPrioritized.schema>, 'by'>
  readonly tagged: Pick<z.output<typeof TicketTagged.schema>, 'by'>
}

const unlessOwn = (by: string | undefined, own: string, ...events: RuleEvent[]): RuleEvent[] =>
  by === own ? [] : events

/**
 * Triggers that an event matches. A change by the plugin `own` itself matches none, so that no rule follows from a
 * rule; nor does a message that nobody wrote, an absence notice above all.
 */
export const ruleEventsOf: { readonly [K in keyof Heard]: (payload: Heard[K], own: string) => RuleEvent[] } = {
  received: ({ automatic }) => (automatic ? [] : ['received']),
  sent: ({ userId, by }, own) => (userId === null ? [] : unlessOwn(by, own, 'sent')),
  updated: ({ status, userId, queueId, before, by }, own) =>
    before ? unlessOwn(by, own, ...movesBetween(before, { status, userId, queueId })) : [],
  closed: ({ by }, own) => unlessOwn(by, own, 'closed'),
  prioritized: ({ by }, own) => unlessOwn(by, own, 'prioritized'),
  tagged: ({ by }, own) => unlessOwn(by, own, 'tagged'),
}
