import { Refusal, type Acting, type ActingScope, type PathClaim, type Viewer } from '@recado/contracts'
import type { MessagesService } from '../messages/messages.service.ts'
import type { TicketsService } from '../tickets/tickets.service.ts'
import type { TicketTransfers } from '../tickets/transfers.service.ts'
import * as z from 'zod'
import type { PluginHost } from './host.ts'
import { ticketUpdateOf } from './ticket-change.ts'

/** The services that core's own routes ask; asked for when they are needed, since they need the plugins' channels. */
export interface ActingParts {
  readonly tickets: () => Pick<TicketsService, 'update'>
  readonly transfers: () => Pick<TicketTransfers, 'transfer'>
  readonly messages: () => Pick<MessagesService, 'send'>
  /** Where a product path is served by a plugin. */
  readonly plugins: () => Pick<PluginHost, 'callClaimed'>
}

const longestKey = 64
/** Whoever keeps notes of conversations claims this path, and answers with the note's id. */
const noteClaim: PathClaim = { method: 'POST', path: '/tickets/:ticketId/notes' }
const NoteKept = z.object({ id: z.uuid() })

/** What a user may have done for them: the permission that the gate asks of the route, then the very service behind it. */
export const actingAs = ({ tickets, transfers, messages, plugins }: ActingParts) => (viewer: Viewer): Acting => {
  const require = (permission: string): void => { if (!viewer.can(permission)) throw new Refusal('ERR_NO_PERMISSION') }
  const requireKey = (key: string): void => { if (key.length === 0 || key.length > longestKey) throw new RangeError(`a key has 1 to ${longestKey} characters`) }
  return {
    tickets: {
      async change(ticket, change) {
        require('tickets.write')
        return tickets().update(viewer, ticket, ticketUpdateOf(change))
      },
      async transfer(ticket, to) {
        require('tickets.write')
        return (await transfers().transfer(viewer, ticket, { ...to, newTicket: false })).ticket
      },
    },
    messages: {
      async send(ticket, text, { key }) {
        require('messages.write')
        requireKey(key)
        await messages().send(viewer, ticket, { text: text.trim(), files: [], idFront: key })
      },
    },
    notes: {
      async write(ticketId, text, { key }) {
        requireKey(key)
        return NoteKept.parse(await plugins().callClaimed(noteClaim, viewer, { params: { ticketId }, body: { content: text.trim(), key } })).id
      },
    },
  }
}

/** The same for one request of one plugin: only what it declares, and nothing when `isOver`. */
export function leased(acting: Acting, plugin: string, declared: readonly ActingScope[], isOver: () => boolean): Acting {
  const admit = (scope: ActingScope): void => {
    if (isOver()) throw new TypeError(`${plugin} acts for a user whose request is over`)
    if (!declared.includes(scope)) throw new TypeError(`${plugin} does not declare that it acts on ${scope}`)
  }
  return {
    tickets: {
      async change(...given) { admit('tickets'); return acting.tickets.change(...given) },
      async transfer(...given) { admit('tickets'); return acting.tickets.transfer(...given) },
    },
    messages: { async send(...given) { admit('messages'); return acting.messages.send(...given) } },
    notes: { async write(...given) { admit('notes'); return acting.notes.write(...given) } },
  }
}
