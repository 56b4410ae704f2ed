import { conversationFacts, conversationText, fillTemplate, type ActionCode, type ActionSpec } from '@recado/sdk'
import * as z from 'zod'

/** Says something to the contact. */
export const reply = {
  icon: 'message-square',
  by: ['automation'],
  input: z.object({ text: conversationText(4_000) }),
} satisfies ActionSpec

/** By the company's clock and in its language. */
export const sendReply: ActionCode<typeof reply.input> = async ({ text }, { ticket, at }, { core }, { key }) => {
  const company = await core.company.profile()
  const facts = conversationFacts(ticket, {
    company,
    locale: company.locale,
    agent: ticket.username ?? '',
    at: new Date(at),
  })
  await core.messages.send(ticket.id, [{ kind: 'text', text: fillTemplate(text, facts), format: 'markdown' }], { key })
}
