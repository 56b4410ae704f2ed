import type { Ticket } from '../../../../base/contracts.ts'
import { changeOf } from '../../bulk/bulk-acts.ts'

/** Acts that a finger does on a row by drawing it aside. */
export type SwipeAct = 'resolve' | 'start' | 'read' | 'unread' | 'snooze'

/** From here on the finger means it, and from there on the further act. Pixels. */
const near = 72
const far = 168

/**
 * The act of a row that is drawn so far aside: to the right what moves it on, to the left whether it is unread, and
 * further what puts it off. Null where it is not far enough, or where the ticket allows none.
 */
export function swipeAct(ticket: Ticket, distance: number): SwipeAct | null {
  if (distance >= near) return allowed(ticket, ['resolve', 'start'])
  if (distance <= -far && changeOf(ticket, { snoozeUntil: null })) return 'snooze'
  return distance <= -near ? allowed(ticket, ['read', 'unread']) : null
}

const allowed = (ticket: Ticket, acts: readonly Exclude<SwipeAct, 'snooze'>[]): SwipeAct | null =>
  acts.find((act) => changeOf(ticket, act) !== undefined) ?? null
