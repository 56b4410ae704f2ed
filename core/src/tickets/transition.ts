import { Refusal, type TicketLogType, type TicketStatus } from '@recado/contracts'

/** What decides a change of a ticket. */
export interface TicketState { readonly status: TicketStatus; readonly userId: string | null; readonly queueId: string | null }
/** What is asked for; `undefined` leaves a field as it is. */
export interface TicketChangeRequest { readonly status?: 'open' | 'pending' | 'closed' | undefined; readonly userId?: string | null | undefined; readonly queueId?: string | null | undefined }
export interface TicketTransition {
  readonly next: TicketState
  /** Which times the change sets to now (`true`), clears (`false`) or leaves (`undefined`). */
  readonly started: boolean | undefined
  readonly closed: boolean | undefined
  readonly logs: readonly { type: TicketLogType; userId: string | null; queueId: string | null }[]
}

const allowed: Readonly<Record<TicketStatus, readonly TicketStatus[]>> = {
  pending: ['open'],
  open: ['closed', 'pending'],
  closed: ['open'],
  group: [],
}

/**
 * The life of a ticket: start (pending to open), resolve (open to closed), return to the queue (open to pending, without
 * a user), reopen (closed to open for the actor), and moves to another user or queue. Returns undefined when nothing
 * would change. Refuses other changes of status with ERR_TICKET_TRANSITION.
 */
export function transition(current: TicketState, wanted: TicketChangeRequest, actorId: string): TicketTransition | undefined {
  const status = wanted.status ?? current.status
  if (status !== current.status && !allowed[current.status].includes(status)) throw new Refusal('ERR_TICKET_TRANSITION', { detail: `${current.status} → ${status}` })
  const queueId = wanted.queueId === undefined ? current.queueId : wanted.queueId
  const userId = status === 'pending' && status !== current.status ? null
    : wanted.userId !== undefined ? wanted.userId
    : status === 'open' && current.status !== 'open' ? actorId : current.userId
  const next = { status, userId, queueId }
  if (status === current.status && userId === current.userId && queueId === current.queueId) return undefined

  const logs: { type: TicketLogType; userId: string | null; queueId: string | null }[] = []
  if (status !== current.status) logs.push({ type: status === 'group' ? 'create' : status, userId: actorId, queueId })
  else {
    logs.push({ type: 'transfered', userId: actorId, queueId: current.queueId })
    logs.push({ type: 'receivedTransfer', userId, queueId })
  }
  return {
    next, logs,
    started: status === 'open' && current.status !== 'open' ? true : status === 'pending' && current.status === 'open' ? false : undefined,
    closed: status === 'closed' && current.status !== 'closed' ? true : current.status === 'closed' && status !== 'closed' ? false : undefined,
  }
}
