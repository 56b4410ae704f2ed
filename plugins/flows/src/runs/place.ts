import {
  conversationFacts,
  mint,
  type Contact,
  type MessageId,
  type PluginContext,
  type Ticket,
  type TicketId,
} from '@recado/sdk'
import type { RunFacts } from '../engine/state.ts'
import type { RunContext } from './jobs.ts'

/** The conversation of a run, as it is at an event. */
export interface RunPlace {
  readonly ticket: Ticket
  readonly contact: Contact
  readonly message: MessageId | null
  readonly facts: RunFacts
  /** The work may last: it is a job. */
  readonly isPatient: boolean
}

/** Values of the variables that every flow has. */
export async function factsOf(
  ticket: Ticket,
  contact: Contact,
  { core }: Pick<PluginContext, 'core'>,
  at: Date,
): Promise<RunFacts> {
  const company = await core.company.profile()
  return {
    ...conversationFacts(ticket, { company, locale: company.locale, agent: '', at }),
    number: contact.number ?? '',
    email: contact.email ?? '',
  }
}

/** The place of a run in a job; undefined for a conversation that is gone. */
export async function placeOf(ticketId: string, ctx: RunContext): Promise<RunPlace | undefined> {
  const ticket = await ctx.core.tickets.get(mint<TicketId>(ticketId))
  const contact = ticket && (await ctx.core.contacts.get(ticket.contactId))
  if (!ticket || !contact) return undefined
  return { ticket, contact, message: null, facts: await factsOf(ticket, contact, ctx, new Date()), isPatient: true }
}
