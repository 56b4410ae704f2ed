import { defineRoute, id, type TagId, type Ticket, type TicketId } from '@recado/sdk'
import * as z from 'zod'

/** Priorities of a ticket, the most urgent last. */
export const Priority = z.enum(['low', 'normal', 'high', 'urgent'] as const satisfies readonly Ticket['priority'][])
export type Priority = z.infer<typeof Priority>

const why = z.string().max(300)

/** What a model would sort a conversation under. Nothing of it is done by itself. */
export const Hints = z.object({
  /** Tags of the company that the ticket does not have. */
  tags: z.array(z.object({ id: id<TagId>(), name: z.string(), color: z.string(), why })),
  /** Another priority than the ticket's. */
  priority: z.object({ value: Priority, why }).nullable(),
})
export type Hints = z.infer<typeof Hints>

export const routes = {
  hints: defineRoute({
    method: 'POST',
    path: '/hints/:ticketId',
    summary: 'Tags and a priority for a conversation, each with the reason; nothing is changed',
    access: { kind: 'session', permission: 'ai.hint' },
    rate: 'write',
    params: z.object({ ticketId: id<TicketId>() }),
    response: Hints,
    limitMs: 120_000,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_AI_OFF'],
  }),
}
