import { Refusal, type TicketLogType, type TicketStatus } from '@recado/contracts'

/** Fields that decide a change of a ticket. */
export interface TicketState {
  readonly status: TicketStatus
  readonly userId: string | null
  readonly queueId: string | null
}
/** Requested change; `undefined` leaves a field as it is. */
export interface TicketChangeRequest {
  readonly status?: 'open' | 'pending' | 'closed' | undefined
  readonly userId?: string | null | undefined
  readonly queueId?: string | null | undefined
}
export interface TicketTransition {
  readonly next: TicketState
  /** Times that the change sets to now (`true`), clears (`false`) or leaves (`undefined`). */
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
 * Without a user who acts, a waiting ticket is resolved without being taken up, as idle ones are. A plugin that
 * `reopens` gives a resolved one back to its queue, as its customer does by writing.
 */
function mayBecome(status: TicketStatus, actorId: string | null, reopens: boolean): readonly TicketStatus[] {
  if (actorId !== null) return allowed[status]
  if (status === 'pending') return ['open', 'closed']
  return status === 'closed' && reopens ? ['open', 'pending'] : allowed[status]
}

/**
 * The life of a ticket: start (pending to open), resolve (open to closed), return to the queue (open to pending,
 * without a user), reopen (closed to open for the actor), and moves to another user or queue. Returns undefined when
 * nothing would change. `actorId` is null for a plugin, which has to name the user for whom it opens; one that
 * `reopens` may give a resolved ticket back to its queue. The first line of the log is the actor's. An open ticket has
 * a user and a waiting one has none: assigned to a user it is open, and taken from its user it is returned to the
 * queue.
 *
 * Refuses other changes of status with ERR_TICKET_TRANSITION, also for taking up a ticket that a colleague has already
 * taken: naming oneself as the user takes it over.
 */
export function transition(
  current: TicketState,
  wanted: TicketChangeRequest,
  actorId: string | null,
  reopens = false,
): TicketTransition | undefined {
  const isLate =
    wanted.status === 'open' &&
    wanted.userId === undefined &&
    current.status === 'open' &&
    current.userId !== null &&
    actorId !== null &&
    current.userId !== actorId
  if (isLate) throw new Refusal('ERR_TICKET_TRANSITION', { detail: 'open → open' })
  const asked = wanted.status ?? (current.status === 'pending' && wanted.userId ? 'open' : current.status)
  const status = asked === 'open' && wanted.userId === null ? 'pending' : asked
  if (status !== current.status && !mayBecome(current.status, actorId, reopens).includes(status))
    throw new Refusal('ERR_TICKET_TRANSITION', { detail: `${current.status} → ${status}` })
  const queueId = wanted.queueId === undefined ? current.queueId : wanted.queueId
  const userId =
    status === 'pending' && (status !== current.status || wanted.userId !== undefined)
      ? null
      : wanted.userId !== undefined
        ? wanted.userId
        : status === 'open' && current.status !== 'open'
          ? actorId
          : current.userId
  const next = { status, userId, queueId }
  if (status === current.status && userId === current.userId && queueId === current.queueId) return undefined

  const logs: { type: TicketLogType; userId: string | null; queueId: string | null }[] = []
  if (status !== current.status) logs.push({ type: status === 'group' ? 'create' : status, userId: actorId, queueId })
  else logs.push({ type: 'transfered', userId: actorId, queueId: current.queueId })
  // The user for whom another one opens a ticket is logged too.
  if (status === current.status || (status === 'open' && userId !== null && userId !== actorId))
    logs.push({ type: 'receivedTransfer', userId, queueId })
  return {
    next,
    logs,
    started:
      status === 'open' && current.status !== 'open'
        ? true
        : status === 'pending' && current.status !== 'pending'
          ? false
          : undefined,
    closed:
      status === 'closed' && current.status !== 'closed'
        ? true
        : current.status === 'closed' && status !== 'closed'
          ? false
          : undefined,
  }
}
