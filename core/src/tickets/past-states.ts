import type { TicketLogType } from '@recado/contracts'
import type { TicketState } from './transition.ts'

/** An entry of a ticket's log, as far as it says how the ticket stood. */
export interface LoggedStep {
  readonly type: TicketLogType
  readonly userId: string | null
  readonly queueId: string | null
}

/** State after an entry. `status` is the one before, if known. */
function after({ type, userId, queueId }: LoggedStep, status: TicketState['status'] | undefined): Partial<TicketState> {
  switch (type) {
    // A user who opens a conversation themselves may have begun with it at once.
    case 'create':
      return userId === null ? { status: 'pending', userId, ...(queueId !== null && { queueId }) } : { queueId }
    case 'open':
      return { status: 'open', queueId, ...(userId !== null && { userId }) }
    case 'pending':
    case 'autoReturn':
      return { status: 'pending', userId: null, queueId }
    case 'closed':
    case 'autoClose':
      return { status: 'closed', queueId }
    case 'userDefine':
    case 'retriesLimitUserDefine':
      return { status: 'open', userId, queueId }
    case 'queue':
    case 'retriesLimitQueue':
      return { queueId }
    case 'receivedTransfer':
      return { userId, queueId, ...(status !== 'closed' && { status: userId === null ? 'pending' : 'open' }) }
    default:
      return {}
  }
}

/** State before an entry. */
function before({ type, userId, queueId }: LoggedStep): Partial<TicketState> {
  switch (type) {
    case 'open':
      return { status: 'pending' }
    case 'userDefine':
      return { status: 'pending', userId: null }
    case 'pending':
    case 'closed':
      return { status: 'open' }
    case 'autoClose':
      return userId === null ? {} : { userId }
    case 'autoReturn':
      return { status: 'open', userId, queueId }
    case 'transfered':
      return { queueId }
    default:
      return {}
  }
}

/**
 * States of a ticket from its log: before the first of these entries, and after each. A field that no earlier entry
 * determines is taken from later ones, finally from its state `now`, which is the one after the last entry.
 */
export function pastStates(
  steps: readonly LoggedStep[],
  now: TicketState,
): { readonly first: TicketState; readonly after: readonly TicketState[] } {
  const told: Partial<TicketState>[] = []
  let known: Partial<TicketState> = {}
  for (const step of steps) {
    known = { ...known, ...after(step, known.status) }
    told.push(known)
  }
  const states: TicketState[] = []
  let later = now
  for (let index = steps.length - 1; index >= 0; index--) {
    states.push(later)
    const step = steps[index]!
    later = {
      ...later,
      ...('userId' in after(step, undefined) && { userId: null }),
      ...before(step),
      ...told[index - 1],
    }
  }
  // A group is one from its beginning to its end.
  const inGroup = (state: TicketState): TicketState => (now.status === 'group' ? { ...state, status: 'group' } : state)
  return { first: inGroup(later), after: states.toReversed().map(inGroup) }
}
