import {
  mint,
  Refusal,
  type Contact,
  type ContactId,
  type ConversationConnection,
  type ConversationPort,
  type CoreUse,
  type Ticket,
  type TicketId,
} from '@recado/contracts'
import { randomUUID } from 'node:crypto'

/** What a company knows, as far as conversations need it. */
interface Known {
  readonly tickets: Map<TicketId, Ticket>
  readonly contacts: Map<ContactId, Contact>
}

/**
 * Opens conversations in the tickets and contacts that the test knows. Addresses are compared letter by letter: core
 * checks and spells them.
 */
export function conversationsInMemory(
  { tickets, contacts }: Known,
  requireUse: (use: CoreUse) => void,
): { readonly places: ConversationConnection[]; readonly port: ConversationPort } {
  const places: ConversationConnection[] = []
  const opened = new Map<string, { readonly ticketId: TicketId; readonly isNew: boolean }>()

  const contactWith = (address: string, name: string | undefined): ContactId => {
    const found = [...contacts.values()].find((contact) => contact.identities.some(({ value }) => value === address))
    if (found) return found.id
    const id = mint<ContactId>(randomUUID())
    const identities = [{ kind: address.includes('@') ? 'email' : 'phone', value: address, verified: true }]
    contacts.set(id, { id, name: name ?? address, identities } as unknown as Contact)
    return id
  }
  const port: ConversationPort = {
    async places(only) {
      requireUse('conversations.open')
      return places.filter(({ id }) => only === undefined || id === only.connection)
    },
    async open({ connection, with: whom, queueId, userId }, { key }) {
      requireUse('conversations.open')
      const place = places.find(({ id }) => id === connection)
      if (!place) throw new Refusal('ERR_NO_WAPP_FOUND')
      if (!place.isActive) throw new Refusal('ERR_CONNECTION_INACTIVE')
      let outcome = opened.get(key)
      if (!outcome) {
        const contactId = 'contact' in whom ? whom.contact : contactWith(whom.address, whom.name)
        const contact = contacts.get(contactId)
        if (!contact) throw new Refusal('ERR_NO_CONTACT_FOUND')
        const live = [...tickets.values()].find(
          (ticket) => ticket.contactId === contactId && ticket.channelId === connection && ticket.status !== 'closed',
        )
        outcome = live ? { ticketId: live.id, isNew: false } : { ticketId: mint<TicketId>(randomUUID()), isNew: true }
        opened.set(key, outcome)
        if (!live)
          tickets.set(outcome.ticketId, {
            id: outcome.ticketId,
            contactId,
            channelId: connection,
            status: userId === undefined ? 'pending' : 'open',
            userId: userId ?? null,
            queueId: queueId ?? null,
            name: contact.name,
            tags: [],
          } as unknown as Ticket)
      }
      const ticket = tickets.get(outcome.ticketId)
      if (!ticket) throw new Refusal('ERR_NO_TICKET_FOUND')
      return outcome.isNew ? { ticket, opened: true } : { ticket, opened: false, code: 'ERR_OTHER_OPEN_TICKET' }
    },
  }
  return { places, port }
}
