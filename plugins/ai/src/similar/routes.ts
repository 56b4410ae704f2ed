import { defineRoute, id, type TicketId } from '@recado/sdk'
import * as z from 'zod'

/** A conversation about the same, as far as the user may see it. */
export const SimilarConversation = z.object({
  ticketId: id<TicketId>(),
  protocol: z.string(),
  name: z.string(),
  summary: z.string(),
  at: z.string(),
})
export type SimilarConversation = z.infer<typeof SimilarConversation>

/** Which assistance the company has switched on, beside what a role may use. */
export const Assistance = z.object({
  replies: z.boolean(),
  summaries: z.boolean(),
  hints: z.boolean(),
  similar: z.boolean(),
})
export type Assistance = z.infer<typeof Assistance>

export const routes = {
  similar: defineRoute({
    method: 'GET',
    path: '/similar/:ticketId',
    summary: 'Conversations whose summaries are about the same, of those that the user may see; no model is asked',
    access: { kind: 'session', permission: 'ai.similar' },
    rate: 'read',
    params: z.object({ ticketId: id<TicketId>() }),
    response: z.object({ conversations: z.array(SimilarConversation) }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_AI_OFF'],
  }),
  assistance: defineRoute({
    method: 'GET',
    path: '/assistance',
    summary: 'Assistance that the company has switched on',
    access: { kind: 'session', permission: 'ai.use' },
    rate: 'read',
    response: Assistance,
  }),
}
