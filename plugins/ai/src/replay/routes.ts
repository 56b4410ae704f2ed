import { defineRoute, id, type TicketId } from '@recado/sdk'
import * as z from 'zod'
import { PromptDraft } from '../prompts/prompt.ts'
import { Rehearsal } from '../prompts/routes.ts'

/** Something that a customer said, what was said then, and what the draft would say. */
export const ReplayedTurn = z.object({ asked: z.string(), said: z.string(), rehearsal: Rehearsal })
export type ReplayedTurn = z.infer<typeof ReplayedTurn>

export const routes = {
  replay: defineRoute({
    method: 'POST',
    path: '/prompts/replay',
    summary: 'Replays a conversation with a draft of a prompt, turn by turn; nothing is sent and nothing is done',
    access: { kind: 'session', permission: 'ai.manage' },
    tier: 'premium',
    rate: 'write',
    confidential: true,
    body: z
      .object({
        prompt: PromptDraft,
        /** The prompt whose own key is used, if it is kept. */
        id: z.uuid().optional(),
        ticketId: id<TicketId>(),
      })
      .strict(),
    response: 'stream',
    limitMs: 300_000,
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
}
