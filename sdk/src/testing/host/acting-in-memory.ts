import {
  mint,
  Refusal,
  type Acting,
  type ActingScope,
  type MessageId,
  type PluginModule,
  type Ticket,
  type TicketId,
  type Viewer,
} from '@recado/contracts'
import type { MemoryCore } from './core-in-memory.ts'

/**
 * Acts for a user on the tickets that the test made known, and keeps what was done. Rules of tickets and channels are
 * the product's own.
 */
export function actingInMemory(
  core: MemoryCore,
  viewer: Viewer,
  { id, acting = [] }: PluginModule['definition'],
  isOver: () => boolean,
): Acting {
  const admit = (scope: ActingScope, permission: string | undefined): void => {
    if (isOver()) throw new TypeError(`${id} acts for a user whose request is over`)
    if (!(acting as readonly ActingScope[]).includes(scope))
      throw new TypeError(`${id} does not declare that it acts on ${scope}`)
    if (permission !== undefined && !viewer.can(permission)) throw new Refusal('ERR_NO_PERMISSION')
  }
  const admitted = (scope: ActingScope, permission: string | undefined, ticketId: TicketId): Ticket => {
    admit(scope, permission)
    const ticket = core.known.tickets.get(ticketId)
    if (!ticket || !core.sees(viewer, ticket)) throw new Refusal('ERR_NO_TICKET_FOUND')
    return ticket
  }
  const keep = (ticket: Ticket, change: Partial<Ticket>): Ticket => {
    const changed = { ...ticket, ...change }
    core.known.tickets.set(ticket.id, changed)
    return changed
  }
  return {
    tickets: {
      async change(ticketId, change) {
        const ticket = admitted('tickets', 'tickets.write', ticketId)
        core.acts.push({ as: viewer.userId, ticket: ticketId, change })
        const { status, priority, userId, queueId } = change
        return keep(ticket, {
          ...(status && { status }),
          ...(priority && { priority }),
          ...(userId !== undefined && { userId }),
          ...(queueId !== undefined && { queueId }),
        })
      },
      async transfer(ticketId, to) {
        const ticket = admitted('tickets', 'tickets.write', ticketId)
        core.acts.push({ as: viewer.userId, ticket: ticketId, transfer: to })
        return keep(ticket, {
          status: to.userId ? 'open' : 'pending',
          userId: to.userId ?? null,
          queueId: to.queueId ?? ticket.queueId,
        })
      },
    },
    messages: {
      async send(ticketId, text, { key }) {
        admitted('messages', 'messages.write', ticketId)
        const before = core.acts.find(
          (act) => 'text' in act && act.as === viewer.userId && act.ticket === ticketId && act.key === key,
        )
        if (before && 'text' in before) return { messages: [before.id] }
        const sent = mint<MessageId>(crypto.randomUUID())
        core.acts.push({ as: viewer.userId, ticket: ticketId, text, key, id: sent })
        return { messages: [sent] }
      },
      async remove(message) {
        admit('messages', 'messages.write')
        if (!core.acts.some((act) => 'text' in act && act.as === viewer.userId && act.id === message))
          throw new Refusal('ERR_NO_MESSAGE_FOUND')
        core.acts.push({ as: viewer.userId, removed: message })
      },
    },
    drafts: {
      async get(ticketId) {
        admit('drafts', undefined)
        return core.drafts.get(`${viewer.userId}/${ticketId}`)
      },
      async keep(ticketId, text) {
        admitted('drafts', 'messages.write', ticketId)
        const place = `${viewer.userId}/${ticketId}`
        const before = core.drafts.get(place) ?? null
        core.drafts.set(place, text)
        core.acts.push({ as: viewer.userId, ticket: ticketId, draft: text })
        return before === text ? null : before
      },
    },
    notes: {
      async write(ticketId, text, { key }) {
        admitted('notes', undefined, ticketId)
        const known = core.acts.find(
          (act) => 'note' in act && act.as === viewer.userId && act.ticket === ticketId && act.key === key,
        )
        if (known && 'note' in known) return known.id
        const id = crypto.randomUUID()
        core.acts.push({ as: viewer.userId, ticket: ticketId, note: text, key, id })
        return id
      },
    },
    actions: {
      async run(ticketId, action, { key }) {
        admitted('actions', undefined, ticketId)
        core.acts.push({ as: viewer.userId, ticket: ticketId, action, key })
      },
    },
  }
}
