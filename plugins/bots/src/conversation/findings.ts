import { enteredValue, Refusal, type AttributeSubject, type BotAnswer, type TicketId } from '@recado/sdk'
import type { Context } from './context.ts'

/**
 * Keeps what a bot found out in the company's attributes of the same keys: of the conversation, else of the contact. An
 * empty text removes a value. Names that are no keys, and values that an attribute does not take, are passed over. The
 * same again changes nothing.
 */
export async function keepFindings(ctx: Context, ticketId: TicketId, found: BotAnswer['variables']): Promise<void> {
  const names = Object.keys(found)
  const ticket = names.length === 0 ? null : await ctx.core.tickets.get(ticketId)
  if (!ticket) return
  const definitions = await ctx.core.attributes.list()
  const subjects: Readonly<Record<string, AttributeSubject>> = {
    ticket: { ticket: ticketId },
    contact: { contact: ticket.contactId },
  }
  for (const name of names) {
    const known = definitions.filter(({ key, isArchived }) => key === name && !isArchived)
    const definition = known.find(({ owner }) => owner === 'ticket') ?? known.find(({ owner }) => owner === 'contact')
    const text = found[name]!.trim()
    const value = definition && (text === '' ? null : enteredValue(definition, text))
    const subject = definition && subjects[definition.owner]
    if (value === undefined || subject === undefined) continue
    try {
      await ctx.core.attributes.set(subject, { [name]: value })
    } catch (error) {
      if (!Refusal.is(error)) throw error
      ctx.log.warn({ error, attribute: name }, 'what a bot found out was not kept')
    }
  }
}
