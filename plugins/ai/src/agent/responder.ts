import type { ResponderCode, ResponderDecision } from '@recado/sdk'
import type { Context } from '../context.ts'
import type { Definition } from '../plugin.ts'
import { findPublished } from '../prompts/prompt-store.ts'
import { beginConversation, findConversation } from './conversation-store.ts'

/** How long a customer may be silent before the next responder has the ticket. */
const patienceMs = 24 * 3_600_000
/** Messages that follow each other are answered as one. */
const pauseMs = 1_000

/** Takes what the customer says, and leaves the answer to a job: a model may take a minute. */
export const agent: ResponderCode<Definition['responders']['agent']['input'], Context> = async (
  { prompt: promptId },
  { ticket, contact, begins },
  ctx,
  { key },
): Promise<ResponderDecision> => {
  const { tenant } = ctx
  return ctx.db.transaction(async (tx) => {
    const prompt = await findPublished(tx, tenant, promptId)
    if (!prompt) return { kind: 'pass' }
    const known = await findConversation(tx, tenant, ticket.id)
    const isNew = known?.begunBy !== key && (begins || known?.promptId !== prompt.id)
    if (isNew)
      await beginConversation(tx, tenant, {
        ticketId: ticket.id,
        contactId: contact.id,
        promptId: prompt.id,
        begunBy: key,
      })
    const runAt = new Date(Date.now() + pauseMs)
    await ctx.enqueue('answer', { ticketId: ticket.id }, { key: ticket.id, runAt })
    return { kind: 'keep', until: new Date(Date.now() + patienceMs).toISOString() }
  })
}
