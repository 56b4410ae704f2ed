import type { Ticket } from '@recado/sdk'
import type { Step, StepKind } from '../macros/step.ts'
import type { RunAnswer, TicketReturn } from './run.ts'

/** A ticket as far as macros change it. */
export interface TicketBefore extends Pick<Ticket, 'status' | 'userId' | 'queueId' | 'priority'> {
  readonly snoozeUntil: string | null
  readonly isSnoozed: boolean
  readonly tagIds: Ticket['tags'][number]['id'][]
}

export const beforeOf = ({ status, userId, queueId, priority, snooze, tags }: Ticket): TicketBefore => ({
  status,
  userId,
  queueId,
  priority,
  snoozeUntil: snooze?.until ?? null,
  isSnoozed: snooze !== null,
  tagIds: tags.map(({ id }) => id),
})

const moves: readonly StepKind[] = ['toQueue', 'toUser', 'return', 'resolve']

/** State of the ticket after these steps. */
export type TicketAfter = Pick<Ticket, 'status' | 'userId' | 'queueId' | 'priority'>

/**
 * The change that brings a ticket back from `after` to how it was before these steps; null where they changed nothing
 * of it.
 */
export function undoOf(
  before: TicketBefore,
  done: readonly Step[],
  after: TicketAfter,
  now: Date,
): TicketReturn | null {
  const has = (...kinds: readonly StepKind[]): boolean => done.some(({ kind }) => kinds.includes(kind))
  const { status, userId, queueId, priority, tagIds } = before
  const retag = retagOf(tagIds, done)
  const isMoved = has(...moves)
  const isPrioritized = done.some((step) => step.kind === 'priority' && step.priority !== priority)
  // Moving a ticket ends its snooze; one that would be over by now stays ended.
  const wasWaiting = before.isSnoozed && (before.snoozeUntil === null || Date.parse(before.snoozeUntil) > now.getTime())
  const undo: TicketReturn = {
    ...(isMoved && { userId, queueId, ...((status === 'open' || status === 'pending') && { status }) }),
    ...(isPrioritized && { priority }),
    ...((has('snooze') || (isMoved && wasWaiting)) && { snooze: wasWaiting ? { until: before.snoozeUntil } : null }),
    ...(retag && { retag }),
    ...((isMoved || isPrioritized) && {
      expected: {
        ...(isMoved && { status: after.status, userId: after.userId, queueId: after.queueId }),
        ...(isPrioritized && { priority: after.priority }),
      },
    }),
  }
  return Object.keys(undo).length === 0 ? null : undo
}

/** Takes off what the steps put on and puts on what they took off; undefined where they left its tags as they were. */
function retagOf(had: TicketBefore['tagIds'], done: readonly Step[]): TicketReturn['retag'] {
  const touched = (kind: 'addTag' | 'removeTag') => [
    ...new Set(done.flatMap((step) => (step.kind === kind ? step.tagId : []))),
  ]
  const [add, remove] = [
    touched('removeTag').filter((tag) => had.includes(tag)),
    touched('addTag').filter((tag) => !had.includes(tag)),
  ]
  return add.length + remove.length === 0 ? undefined : { add, remove }
}

/** Effects of these steps that cannot be undone. */
export const staysOf = (done: readonly Step[]): RunAnswer['stays'] => [
  ...(done.some((step) => step.kind === 'resolve' && !step.withoutFarewell) ? ['farewell' as const] : []),
  ...(done.some(({ kind }) => kind === 'action') ? ['actions' as const] : []),
]
