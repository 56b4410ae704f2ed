import * as z from 'zod'
import { Ticket } from './entities.ts'
import { id, type QueueId, type UserId } from './ids.ts'

/* What people do with tickets beside answering them. */

/**
 * POST /tickets/{id}/transfer. At least one of user and queue (S5-050); a queue alone puts the ticket back among those
 * that wait. With `newTicket` it is closed and goes on in one of its own for the receiver (S4-013).
 */
export const TicketTransfer = z.object({
  userId: id<UserId>().nullable().optional(), queueId: id<QueueId>().nullable().optional(), newTicket: z.boolean().default(false), note: z.string().trim().max(1000).optional(),
}).strict()
export type TicketTransfer = z.input<typeof TicketTransfer>
/** The ticket as the receiver has it. `isSeen`: whether who gave it away may still see it. */
export const TransferredTicket = z.object({ ticket: Ticket, isSeen: z.boolean() })
export type TransferredTicket = z.infer<typeof TransferredTicket>
