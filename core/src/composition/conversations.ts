import { openingsRoutes } from '../facts/openings.routes.ts'
import type { BoundRoute } from '../http/route.ts'
import { ExchangedFiles } from '../messages/exchanged-files.ts'
import { ExchangedLinks } from '../messages/exchanged-links.ts'
import { busRoutes } from '../operations/bus.routes.ts'
import { ticketViewRoutes } from '../ticket-views/ticket-views.routes.ts'
import { TicketViewsService } from '../ticket-views/ticket-views.service.ts'
import type { Making } from './app-options.ts'
import { channelWindows, connectionCalls, makeConnections } from './connections.ts'
import { contactCalls, makeContacts } from './contacts.ts'
import { makeFacts } from './facts.ts'
import { makeInbound } from './inbound.ts'
import { makeMessages, messageCalls } from './messages.ts'
import { makeTickets, ticketCalls } from './tickets.ts'
import { BUS, CLOCK, DATABASE, MEDIA, SETTINGS } from './tokens.ts'

/** Tickets, messages, contacts, and the channels they come by. */
export function makeConversations(making: Making): void {
  makeTickets(making)
  makeMessages(making)
  makeContacts(making)
  makeConnections(making)
  makeInbound(making)
  makeFacts(making)
}

/** The calls of tickets, messages, contacts and channels. */
export function conversationCalls(making: Making): BoundRoute[] {
  const { get } = making
  const reading = {
    db: get(DATABASE),
    media: get(MEDIA),
    settings: get(SETTINGS),
    windows: channelWindows(making),
  }
  const exchanged = { files: new ExchangedFiles(reading), links: new ExchangedLinks(reading) }
  return [
    ...ticketCalls(making),
    ...messageCalls(making, exchanged),
    ...contactCalls(making, reading, exchanged),
    ...connectionCalls(making),
    ...ticketViewRoutes(new TicketViewsService({ db: get(DATABASE), settings: get(SETTINGS) })),
    ...openingsRoutes({ db: get(DATABASE), clock: get(CLOCK) }),
    ...busRoutes({ bus: get(BUS), db: get(DATABASE) }),
  ]
}
