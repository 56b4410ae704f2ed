import { Refusal, type Ticket, type TicketExpected, type TicketFacts } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { priorityOf } from './priority-rank.ts'
import type { TicketState } from './transition.ts'

/** Columns that decide a change of a ticket, locked until the transaction ends. */
export interface LockedTicket {
  [column: string]: unknown
  status: Ticket['status']
  contact_id: string
  origin_id: string | null
  connection_id: string
  channel: string
  chat: string
  user_id: string | null
  queue_id: string | null
  bot: string | null
  unread: number
  priority: number
  snoozed_at: string | null
  merged_into: string | null
}

/**
 * Undefined for a ticket that does not exist in this company. Leaves the key alone (`no key`): writing down how a send
 * ended holds the chat's lane and may then refer to the ticket, while whoever holds the ticket may go on to the lane.
 */
export async function lockTicket(tx: Tx, tenantId: string, ticketId: string): Promise<LockedTicket | undefined> {
  const [row] = await tx.execute<LockedTicket>(sql`
    select status, contact_id, origin_id, connection_id, channel, chat, user_id, queue_id, bot, unread, priority,
           snoozed_at, merged_into
      from core.ticket
     where tenant_id = ${tenantId} and id = ${ticketId} for no key update`)
  return row
}

/** The columns of a ticket that the policy of visibility asks for. */
export interface FactsRow {
  user_id: string | null
  queue_id: string | null
  bot: string | null
}
/** Facts of a row for the policy of visibility. */
export const factsOf = (row: FactsRow): TicketFacts => ({
  userId: row.user_id as TicketFacts['userId'],
  queueId: row.queue_id as TicketFacts['queueId'],
  withBot: row.bot !== null && row.user_id === null,
})

/** State that decides a change of it. */
export const stateOf = ({ status, user_id: userId, queue_id: queueId }: LockedTicket): TicketState => ({
  status,
  userId,
  queueId,
})

/**
 * @throws Refusal ERR_TICKET_TRANSITION for a held ticket that does not stand as it was said to: somebody else has
 * acted.
 */
export function requireExpected(
  held: LockedTicket,
  {
    status = held.status,
    userId = held.user_id as NonNullable<TicketExpected['userId']> | null,
    queueId = held.queue_id as NonNullable<TicketExpected['queueId']> | null,
    priority = priorityOf(held.priority),
  }: TicketExpected,
): void {
  if (
    held.status !== status ||
    held.user_id !== userId ||
    held.queue_id !== queueId ||
    priorityOf(held.priority) !== priority
  )
    throw new Refusal('ERR_TICKET_TRANSITION')
}
