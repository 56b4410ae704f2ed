import type { TicketLogType } from '@recado/contracts'
import type { TicketState } from './transition.ts'

/** An entry of a ticket's log, as far as it says how the ticket stood. */
export interface LoggedStep {
  readonly type: TicketLogType
  readonly userId: string | null
  readonly queueId: string | null
}

/** What an entry says of the state behind it. `status` is what held before, as far as that is known. */
function after({ type, userId, queueId }: LoggedStep, status: TicketState['status'] | undefined): Partial<TicketState> {
  switch (type) {
    // Who opens a conversation themselves may have begun with it at once.
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

/** What an entry says of the state before it. */
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
 * How a ticket stood, as far as its log says: before the first of these entries, and after each. What no earlier entry
 * says is taken from what comes later, in the end from how it stands `now`, which is how it stood after the last one.
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
