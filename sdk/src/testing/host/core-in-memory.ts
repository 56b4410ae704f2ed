import { mint, type ContactId, type CorePorts, type Contact, type Message, type MessageId, type Part, type Queue, type QueueId, type Ticket, type TicketId } from '@recado/contracts'
import { randomUUID } from 'node:crypto'

/** What a plugin had sent through core. */
export interface SentMessage { readonly id: MessageId; readonly ticket: TicketId; readonly parts: readonly [Part, ...Part[]]; readonly key: string }

/** Core as one company's plugin sees it, filled by the test. */
export interface MemoryCore extends CorePorts {
  readonly known: { readonly tickets: Map<TicketId, Ticket>; readonly contacts: Map<ContactId, Contact>; readonly queues: Queue[]; readonly queuesOf: Map<string, readonly QueueId[]> }
  /** Messages in the order in which they were sent; the same key twice is one. */
  readonly sent: readonly SentMessage[]
}

/** Makes a core that knows nothing yet. What it answers to `messages.send` has the facts of a message and no more. */
export function coreInMemory(): MemoryCore {
  const known: MemoryCore['known'] = { tickets: new Map(), contacts: new Map(), queues: [], queuesOf: new Map() }
  const sent: SentMessage[] = []
  return {
    known, sent,
    tickets: { get: (ticket) => Promise.resolve(known.tickets.get(ticket)) },
    contacts: { get: (contact) => Promise.resolve(known.contacts.get(contact)) },
    queues: { list: () => Promise.resolve([...known.queues]) },
    users: { queuesOf: (user) => Promise.resolve(known.queuesOf.get(user) ?? []) },
    messages: { send(ticket, parts, { key }) {
      let message = sent.find((each) => each.ticket === ticket && each.key === key)
      if (!message) {
        message = { id: mint<MessageId>(randomUUID()), ticket, parts, key }
        sent.push(message)
      }
      return Promise.resolve({ id: message.id, ticketId: ticket, parts: [...message.parts] } as unknown as Message)
    } },
  }
}
