import { createChatFinder } from '../channels/chat-finder.ts'
import type { BoundRoute } from '../http/route.ts'
import { PartingWords } from '../messages/parting-words.ts'
import { ExpectedReplies } from '../responders/expected-replies.ts'
import { ResponderDecisions } from '../responders/responder-decisions.ts'
import { ResponderDispatch } from '../responders/responder-dispatch.ts'
import { ResponderOrdersService } from '../responders/responder-orders.service.ts'
import { ResponderReturns } from '../responders/responder-return.ts'
import { responderRoutes } from '../responders/responders.routes.ts'
import { BotHold } from '../tickets/bot-hold.ts'
import { TicketDistribution } from '../tickets/distribution/ticket-distribution.ts'
import { IdleTickets } from '../tickets/idle-tickets.ts'
import { createProtocols } from '../tickets/protocol.ts'
import { SnoozedTickets } from '../tickets/snoozed-tickets.ts'
import { ticketBatchRoutes } from '../tickets/ticket-batches.routes.ts'
import { TicketBatches } from '../tickets/ticket-batches.ts'
import { ticketBoardRoutes } from '../tickets/ticket-board.routes.ts'
import { TicketBoards } from '../tickets/ticket-board.ts'
import { TicketDeletion } from '../tickets/ticket-deletion.ts'
import { createTicketFeed } from '../tickets/ticket-feed.ts'
import { TicketMerges } from '../tickets/ticket-merges.service.ts'
import { TicketPresence } from '../tickets/ticket-presence.ts'
import { ticketRoutes } from '../tickets/tickets.routes.ts'
import { TicketsService } from '../tickets/tickets.service.ts'
import { TicketTransfers } from '../tickets/transfers.service.ts'
import type { Making } from './app-options.ts'
import { channelWindows, readingTold } from './connections.ts'
import {
  BOTS,
  BUS,
  CLOCK,
  DATABASE,
  DELIVERIES,
  DISTRIBUTION,
  EXPECTED_REPLIES,
  FEED,
  FILE_REMOVAL,
  IDLE,
  JOBS,
  MEDIA,
  PICTURES,
  PERMISSIONS,
  PLUGINS,
  PROTOCOLS,
  REALTIME,
  RESPONDER_DISPATCH,
  SETTINGS,
  SNOOZED,
  TENANTS,
  TICKET_PRESENCE,
  TICKETS,
  TRANSFERS,
  WORDS,
} from './tokens.ts'

/** Tickets: who has them, how they move on by themselves, and who answers before people. */
export function makeTickets(making: Making): void {
  const { once, get, options } = making
  const { log } = options
  const db = get(DATABASE)
  const bus = get(BUS)
  const windows = channelWindows(making)
  once(FEED, () =>
    createTicketFeed({
      db,
      realtime: get(REALTIME),
      media: get(MEDIA),
      windows,
      onError: (error) =>
        log.warn({ err: error }, 'a change could not be shown; clients see it with their next reading'),
    }),
  )
  once(TICKET_PRESENCE, () => new TicketPresence({ db, settings: get(SETTINGS), realtime: () => get(REALTIME), log }))
  once(PROTOCOLS, () =>
    createProtocols({
      settings: get(SETTINGS),
      clock: get(CLOCK),
      timeZone: (tenantId) => get(TENANTS).timeZone(tenantId),
    }),
  )
  once(BOTS, () => new BotHold({ db, bus, feed: get(FEED) }))
  once(EXPECTED_REPLIES, () => new ExpectedReplies({ db, bus, feed: get(FEED), clock: get(CLOCK) }))
  once(RESPONDER_DISPATCH, () => {
    const tickets = {
      update: (...args: Parameters<TicketsService['update']>) => get(TICKETS).update(...args),
    }
    const clock = get(CLOCK)
    return new ResponderDispatch({
      db,
      bus,
      clock,
      log,
      decisions: new ResponderDecisions({ db, bus, feed: get(FEED), clock, tickets }),
      ask: (tenantId, place, question, key) => get(PLUGINS).responders.ask(tenantId, place, question, key),
    })
  })
  once(
    TICKETS,
    () =>
      new TicketsService({
        db,
        bus,
        feed: get(FEED),
        media: get(MEDIA),
        settings: get(SETTINGS),
        clock: get(CLOCK),
        windows,
        chats: createChatFinder(get(PLUGINS).channels),
        protocols: get(PROTOCOLS),
        words: get(WORDS),
        wake: (id) => get(DELIVERIES).poke(id),
        onRead: readingTold(making),
      }),
  )
  once(
    TRANSFERS,
    () =>
      new TicketTransfers({
        db,
        bus,
        feed: get(FEED),
        settings: get(SETTINGS),
        protocols: get(PROTOCOLS),
        tickets: get(TICKETS),
      }),
  )
  once(WORDS, () => new PartingWords({ channels: get(PLUGINS).channels, clock: get(CLOCK) }))
  once(
    IDLE,
    () =>
      new IdleTickets({
        db,
        bus,
        feed: get(FEED),
        settings: get(SETTINGS),
        words: get(WORDS),
        wake: (id) => get(DELIVERIES).poke(id),
        clock: get(CLOCK),
        log,
      }),
  )
  once(SNOOZED, () => new SnoozedTickets({ db, bus, feed: get(FEED), clock: get(CLOCK), log }))
  once(
    DISTRIBUTION,
    () =>
      new TicketDistribution({
        db,
        bus,
        feed: get(FEED),
        settings: get(SETTINGS),
        timeZone: (tenantId) => get(TENANTS).timeZone(tenantId),
        permissions: get(PERMISSIONS),
        clock: get(CLOCK),
        log,
      }),
  )
}

/** The calls of tickets besides answering them, and of who answers before people. */
export function ticketCalls(making: Making): BoundRoute[] {
  const { get } = making
  const shared = { db: get(DATABASE), bus: get(BUS), feed: get(FEED) }
  const tickets = get(TICKETS)
  const boards = new TicketBoards({
    ...shared,
    media: get(MEDIA),
    settings: get(SETTINGS),
    windows: channelWindows(making),
    picture: (tenantId, image) => get(PICTURES).url(tenantId, image),
  })
  return [
    ...ticketBoardRoutes(boards),
    ...ticketBatchRoutes(new TicketBatches({ ...shared, jobs: get(JOBS) })),
    ...ticketRoutes({
      tickets,
      transfers: get(TRANSFERS),
      merges: new TicketMerges({ ...shared, settings: get(SETTINGS), tickets }),
      deletion: new TicketDeletion({ ...shared, jobs: get(JOBS), removeFiles: get(FILE_REMOVAL) }),
      log: making.options.log,
    }),
    ...responderRoutes(
      new ResponderOrdersService({
        db: shared.db,
        settings: get(SETTINGS),
        offered: (tenantId) => get(PLUGINS).responders.offered(tenantId),
        require: (tenantId, places) => get(PLUGINS).responders.require(tenantId, places),
        titleOf: (plugin) => get(PLUGINS).responders.titleOf(plugin),
      }),
      new ResponderReturns({
        ...shared,
        clock: get(CLOCK),
        settings: get(SETTINGS),
        goOn: (tenantId, ticketId) => get(RESPONDER_DISPATCH).goOn(tenantId, ticketId),
      }),
    ),
  ]
}
