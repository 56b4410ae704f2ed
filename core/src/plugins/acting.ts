import { Refusal, type Acting, type ActingScope, type Viewer } from '@recado/contracts'
import type { MessagesService } from '../messages/messages.service.ts'
import type { TicketsService } from '../tickets/tickets.service.ts'
import type { TicketTransfers } from '../tickets/transfers.service.ts'

/** The services that core's own routes ask; asked for when they are needed, since they need the plugins' channels. */
export interface ActingParts {
  readonly tickets: () => Pick<TicketsService, 'update'>
  readonly transfers: () => Pick<TicketTransfers, 'transfer'>
  readonly messages: () => Pick<MessagesService, 'send'>
}

const longestKey = 64
/** As many as PUT /tickets/{id} takes. */
const mostTags = 50

/** What a user may have done for them: the permission that the gate asks of the route, then the very service behind it. */
export const actingAs = ({ tickets, transfers, messages }: ActingParts) => (viewer: Viewer): Acting => {
  const require = (permission: string): void => { if (!viewer.can(permission)) throw new Refusal('ERR_NO_PERMISSION') }
  return {
    tickets: {
      async change(ticket, { addTags = [], removeTags = [], ...change }) {
        require('tickets.write')
        if (addTags.length + removeTags.length > mostTags) throw new RangeError(`at most ${mostTags} tags are changed at once`)
        return tickets().update(viewer, ticket, { ...change, ...(addTags.length + removeTags.length > 0 && { retag: { add: addTags, remove: removeTags } }) })
      },
      async transfer(ticket, to) {
        require('tickets.write')
        return (await transfers().transfer(viewer, ticket, { ...to, newTicket: false })).ticket
      },
    },
    messages: {
      async send(ticket, text, { key }) {
        require('messages.write')
        if (key.length === 0 || key.length > longestKey) throw new RangeError(`a key has 1 to ${longestKey} characters`)
        await messages().send(viewer, ticket, { text: text.trim(), files: [], idFront: key })
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
  }
}
