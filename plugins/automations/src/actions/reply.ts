import { conversationFacts, conversationVariables, fillTemplate, templateNames, type ActionCode, type ActionSpec } from '@recado/sdk'
import * as z from 'zod'

const known: readonly string[] = conversationVariables

/** Says something to the contact. A variable that nobody knows would be sent as it was typed, and is refused. */
export const reply = {
  icon: 'message-square', by: ['automation'],
  input: z.object({
    text: z.string().trim().min(1).max(4_000).refine((text) => templateNames([text]).every((name) => known.includes(name)), { error: `knows these variables: ${known.join(', ')}` }).meta({ widget: 'text' }),
  }),
} satisfies ActionSpec

/** By the company's clock and in its language. */
export const sendReply: ActionCode<typeof reply.input> = async ({ text }, { ticket, at }, { core }, { key }) => {
  const company = await core.company.profile()
  const facts = conversationFacts(ticket, { company, locale: company.locale, agent: ticket.username ?? '', at: new Date(at) })
  await core.messages.send(ticket.id, [{ kind: 'text', text: fillTemplate(text, facts), format: 'plain' }], { key })
}
