import type { Ticket } from '@recado/sdk'
import type { Step, StepKind } from '../macros/step.ts'
import type { RunAnswer, TicketReturn } from './run.ts'

/** A ticket as far as macros change it. */
export interface TicketBefore extends Pick<Ticket, 'status' | 'userId' | 'queueId' | 'priority'> { readonly snoozeUntil: string | null; readonly isSnoozed: boolean; readonly tagIds: Ticket['tags'][number]['id'][] }

export const beforeOf = ({ status, userId, queueId, priority, snooze, tags }: Ticket): TicketBefore =>
  ({ status, userId, queueId, priority, snoozeUntil: snooze?.until ?? null, isSnoozed: snooze !== null, tagIds: tags.map(({ id }) => id) })

const moves: readonly StepKind[] = ['toQueue', 'toUser', 'return', 'resolve']

/** The change that brings a ticket back to how it was before these steps; null where they changed nothing of it. */
export function undoOf(before: TicketBefore, done: readonly Step[], now: Date): TicketReturn | null {
  const has = (...kinds: readonly StepKind[]): boolean => done.some(({ kind }) => kinds.includes(kind))
  const { status, userId, queueId, priority, tagIds } = before
  const isRetagged = done.some((step) => (step.kind === 'addTag' && !tagIds.includes(step.tagId)) || (step.kind === 'removeTag' && tagIds.includes(step.tagId)))
  const isMoved = has(...moves)
  // Whatever moves a ticket ends its waiting; one that would be over by now stays ended.
  const wasWaiting = before.isSnoozed && (before.snoozeUntil === null || Date.parse(before.snoozeUntil) > now.getTime())
  const undo: TicketReturn = {
    ...(isMoved && { userId, queueId, ...((status === 'open' || status === 'pending') && { status }) }),
    ...(done.some((step) => step.kind === 'priority' && step.priority !== priority) && { priority }),
    ...((has('snooze') || (isMoved && wasWaiting)) && { snooze: wasWaiting ? { until: before.snoozeUntil } : null }),
    ...(isRetagged && { tagIds }),
  }
  return Object.keys(undo).length === 0 ? null : undo
}

/** What of these steps nobody can take back. */
export const staysOf = (done: readonly Step[]): RunAnswer['stays'] => [
  ...(done.some((step) => step.kind === 'resolve' && !step.withoutFarewell) ? ['farewell' as const] : []),
  ...(done.some(({ kind }) => kind === 'action') ? ['actions' as const] : []),
]
