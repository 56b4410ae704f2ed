import type { Ticket, TicketFacts } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import type { TicketState } from './transition.ts'

/** What decides about a change of a ticket, held until the transaction ends. */
export interface LockedTicket {
  [column: string]: unknown
  status: Ticket['status']; contact_id: string; origin_id: string | null; connection_id: string; channel: string; chat: string; user_id: string | null; queue_id: string | null; unread: number; priority: number; snoozed_at: string | null; merged_into: string | null
}

/** Undefined for a ticket that does not exist in this company. */
export async function lockTicket(tx: Tx, tenantId: string, ticketId: string): Promise<LockedTicket | undefined> {
  const [row] = await tx.execute<LockedTicket>(sql`
    select status, contact_id, origin_id, connection_id, channel, chat, user_id, queue_id, unread, priority, snoozed_at, merged_into from core.ticket where tenant_id = ${tenantId} and id = ${ticketId} for update`)
  return row
}

/** What the policy of visibility asks of a row. */
export const factsOf = (row: { user_id: string | null; queue_id: string | null }): TicketFacts => ({ userId: row.user_id as TicketFacts['userId'], queueId: row.queue_id as TicketFacts['queueId'] })

/** What decides a change of it. */
export const stateOf = ({ status, user_id: userId, queue_id: queueId }: LockedTicket): TicketState => ({ status, userId, queueId })
