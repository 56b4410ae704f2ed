import { Refusal } from '@recado/contracts'
import type { TicketState } from './transition.ts'

/**
 * Target of a transfer: a user, who answers at once, or a queue, where the ticket waits. An absent queue stays as it
 * is. A group never waits.
 * @throws Refusal ERR_TRANSFER_TARGET, ERR_TICKET_TRANSITION for a closed ticket, ERR_TICKET_OF_USER and
 * ERR_TICKET_OF_QUEUE if nothing would change (S4-014, S4-015, reading 52)
 */
export function transferTarget(
  current: TicketState,
  wanted: { readonly userId?: string | null | undefined; readonly queueId?: string | null | undefined },
): TicketState {
  const userId = wanted.userId ?? null
  if (userId === null && (wanted.queueId ?? null) === null) throw new Refusal('ERR_TRANSFER_TARGET')
  if (current.status === 'closed') throw new Refusal('ERR_TICKET_TRANSITION', { detail: 'closed' })
  const queueId = wanted.queueId ?? current.queueId
  if (userId === current.userId && queueId === current.queueId)
    throw new Refusal(userId === null ? 'ERR_TICKET_OF_QUEUE' : 'ERR_TICKET_OF_USER')
  return { status: current.status === 'group' ? 'group' : userId === null ? 'pending' : 'open', userId, queueId }
}
