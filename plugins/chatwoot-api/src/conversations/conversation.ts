import type { Ticket } from '@recado/sdk'
import { connectionId, contactId, ticketId, type Work } from '../account.ts'
import { contactInboxes } from '../contacts/contact-store.ts'
import { placeIn } from '../contacts/contacts.ts'
import { knownContact, type KnownContact } from '../contacts/shown-contact.ts'
import { notFound } from '../http/answer.ts'
import { inboxOf, type Inbox } from '../inboxes/inbox.ts'
import { numberOf, objectOf } from '../numbers/numbers.ts'
import { conversationExtras, keepConversation, type ConversationExtras } from './conversation-store.ts'

/** A conversation of one of the plugin's inboxes, with what belongs to it. */
export interface Conversation {
  readonly ticket: Ticket
  readonly number: number
  readonly inbox: Inbox
  readonly known: KnownContact
  readonly sourceId: string
  readonly extras: ConversationExtras | undefined
  readonly assignee: { readonly id: number; readonly name: string } | null
}

/** Undefined for a ticket that is gone, is another channel's, or is of an inbox that is switched off. */
export async function conversationOf(work: Work, ticket: string | Ticket): Promise<Conversation | undefined> {
  const found = typeof ticket === 'string' ? await work.core.tickets.get(ticketId(ticket)) : ticket
  const inbox = found && (await inboxOf(work, connectionId(found.channelId)))
  const known = inbox && (await knownContact(work, contactId(found.contactId)))
  if (!found || !known) return undefined
  const places = await contactInboxes(work, [known.contact.id])
  const place =
    places.find(({ connection_id }) => connection_id === inbox.id) ?? (await placeIn(work, inbox, known.contact))
  await keepConversation(work, found)
  const [number, extras, agent] = await Promise.all([
    numberOf(work, 'conversation', found.id),
    conversationExtras(work, [found.id]),
    found.userId === null ? null : numberOf(work, 'agent', found.userId),
  ])
  return {
    ticket: found,
    number,
    inbox,
    known,
    sourceId: place.source_id,
    extras: extras.get(found.id),
    assignee: agent === null ? null : { id: agent, name: found.username ?? '' },
  }
}

/** @throws Fault 404 */
export async function requireConversation(work: Work, given: unknown): Promise<Conversation> {
  const id = await objectOf(work, 'conversation', given)
  const found = id === undefined ? undefined : await conversationOf(work, id)
  if (!found) throw notFound()
  return found
}

/** An agent as payloads name one. */
export const agentShape = ({ id, name }: { readonly id: number; readonly name: string }): object => ({
  id,
  name,
  available_name: name,
  avatar_url: '',
  thumbnail: '',
  type: 'user',
  availability_status: null,
})
