import { AttributesService } from '../attributes/attributes.service.ts'
import { attributeRoutes } from '../attributes/attributes.routes.ts'
import { busRoutes } from '../operations/bus.routes.ts'
import { createChatFinder } from '../channels/chat-finder.ts'
import { ConnectionDirectory } from '../channels/connection-directory.ts'
import { ConnectionTasksService } from '../channels/connection-tasks.service.ts'
import { syncContacts } from '../channels/contact-sync.ts'
import { connectionRoutes } from '../channels/connections.routes.ts'
import { ConnectionsService } from '../channels/connections.service.ts'
import { deliverBy } from '../channels/delivery-mode.ts'
import { createDeliveries } from '../channels/delivery.ts'
import { hookRoutes } from '../channels/hooks.routes.ts'
import { importHistory } from '../channels/imports.ts'
import { createInbound } from '../channels/inbound.ts'
import { createMediaFetches } from '../channels/media-fetch.ts'
import { createAnsweredChats } from '../channels/pace/answered-chats.ts'
import { PaceGovernor } from '../channels/pace/pace-governor.ts'
import { paceRoutes } from '../channels/pace/pace.routes.ts'
import { PaceService } from '../channels/pace/pace.service.ts'
import { serviceWindowsOf } from '../channels/service-window.ts'
import { ConnectionOperations } from '../channels/connection-operations.ts'
import { Descriptions } from '../channels/descriptions.ts'
import { SessionSignals } from '../channels/session-signals.ts'
import { Sessions } from '../channels/sessions.ts'
import { createTaskRunner } from '../channels/task-runner.ts'
import { transferConversations, transferTask } from '../channels/transfer.ts'
import { BirthdayGreetings } from '../birthdays/birthday-greetings.ts'
import { birthdayRoutes } from '../birthdays/birthdays.routes.ts'
import { contactBulkRoutes } from '../contacts/bulk/contact-bulk.routes.ts'
import { ContactDuplicates } from '../contacts/bulk/contact-duplicates.ts'
import { ContactExport } from '../contacts/bulk/contact-export.ts'
import { importContacts, importTask } from '../contacts/bulk/contact-import-job.ts'
import { contactImportRoutes } from '../contacts/bulk/contact-imports.routes.ts'
import { ContactImports } from '../contacts/bulk/contact-imports.service.ts'
import { createTableReader } from '../contacts/bulk/table-reader.ts'
import { ContactChanges } from '../contacts/contact-changes.ts'
import { ContactCreation } from '../contacts/contact-creation.ts'
import { ContactMerges } from '../contacts/contact-merges.ts'
import { contactRoutes } from '../contacts/contacts.routes.ts'
import { ContactNotes } from '../contacts/contact-notes.ts'
import { ContactsService } from '../contacts/contacts.service.ts'
import type { BoundRoute } from '../http/route.ts'
import { linkPreviewRoutes } from '../link-previews/link-previews.routes.ts'
import { FactKeeping } from '../facts/fact-keeping.ts'
import { OpeningKeeping } from '../facts/opening-keeping.ts'
import { openingsRoutes } from '../facts/openings.routes.ts'
import { Facts } from '../facts/facts.service.ts'
import { Viewers } from '../users/viewers.ts'
import { Imports } from '../imports/imports.service.ts'
import { LinkPreviews } from '../link-previews/link-previews.service.ts'
import { WebPages } from '../link-previews/web-pages.ts'
import { mediaRoutes } from '../media/media.routes.ts'
import { createSquarePictures } from '../media/square-picture.ts'
import { ffmpegTranscoder } from '../media/transcode.ts'
import { draftRoutes } from '../messages/drafts.routes.ts'
import { DraftsService } from '../messages/drafts.service.ts'
import { ExchangedFiles } from '../messages/exchanged-files.ts'
import { ExchangedLinks } from '../messages/exchanged-links.ts'
import { MessageForwards } from '../messages/forward.service.ts'
import { letterImagesIn } from '../messages/letter-images.ts'
import { MessageActs } from '../messages/message-acts.service.ts'
import { messageRoutes } from '../messages/messages.routes.ts'
import { type MessagesDeps, MessagesService } from '../messages/messages.service.ts'
import { PartingWords } from '../messages/parting-words.ts'
import { ErasedAddresses } from '../contacts/erased-addresses.ts'
import { ExpectedReplies } from '../responders/expected-replies.ts'
import { ResponderDecisions } from '../responders/responder-decisions.ts'
import { ResponderDispatch } from '../responders/responder-dispatch.ts'
import { ResponderOrdersService } from '../responders/responder-orders.service.ts'
import { responderRoutes } from '../responders/responders.routes.ts'
import { contactSegmentRoutes } from '../segments/contact-segments.routes.ts'
import { ContactSegmentsService } from '../segments/contact-segments.service.ts'
import { contactTickets } from '../tickets/contact-tickets.ts'
import { TicketDistribution } from '../tickets/distribution/ticket-distribution.ts'
import { ticketViewRoutes } from '../ticket-views/ticket-views.routes.ts'
import { TicketViewsService } from '../ticket-views/ticket-views.service.ts'
import { IdleTickets } from '../tickets/idle-tickets.ts'
import { SnoozedTickets } from '../tickets/snoozed-tickets.ts'
import { ScheduledMessagesService } from '../messages/scheduled-messages.service.ts'
import { ScheduledSender } from '../messages/scheduled-sender.ts'
import { transcriptRoutes } from '../messages/transcript/transcript.routes.ts'
import { Transcripts } from '../messages/transcript/transcripts.service.ts'
import { Uploads } from '../messages/uploads.service.ts'
import { createProtocols } from '../tickets/protocol.ts'
import { BotHold } from '../tickets/bot-hold.ts'
import { createTicketFeed } from '../tickets/ticket-feed.ts'
import { TicketBatches } from '../tickets/ticket-batches.ts'
import { ticketBatchRoutes } from '../tickets/ticket-batches.routes.ts'
import { TicketBoards } from '../tickets/ticket-board.ts'
import { ticketBoardRoutes } from '../tickets/ticket-board.routes.ts'
import { TicketDeletion } from '../tickets/ticket-deletion.ts'
import { TicketPresence } from '../tickets/ticket-presence.ts'
import { ticketRoutes } from '../tickets/tickets.routes.ts'
import { TicketsService } from '../tickets/tickets.service.ts'
import { TicketMerges } from '../tickets/ticket-merges.service.ts'
import { TicketTransfers } from '../tickets/transfers.service.ts'
import type { Making } from './app-options.ts'
import {
  ACTS,
  BIRTHDAYS,
  BOTS,
  BOUNDED_MEDIA,
  BUS,
  CLOCK,
  CONNECTIONS,
  CONTACT_CHANGES,
  CONTACT_CREATION,
  CONTACT_IMPORTS,
  DESCRIPTIONS,
  CONTACTS,
  DRAFTS,
  DATABASE,
  DELIVERIES,
  DIRECTORY,
  DISTRIBUTION,
  EGRESS,
  EXPECTED_REPLIES,
  ENTRY,
  FEED,
  FETCHES,
  FILE_REMOVAL,
  FORWARDS,
  GLOBALS,
  IDLE,
  INBOUND,
  JOBS,
  LIMITS,
  FACT_KEEPING,
  OPENING_KEEPING,
  FACTS,
  IMPORTS,
  LINK_PREVIEWS,
  MEDIA,
  MERGES,
  MESSAGES,
  METRICS,
  PACE,
  CONNECTION_OPERATIONS,
  PICTURES,
  PERMISSIONS,
  PLUGINS,
  PROTOCOLS,
  REALTIME,
  RESPONDER_DISPATCH,
  SCHEDULED,
  SCHEDULED_SENDER,
  SESSIONS,
  SETTINGS,
  SIGNALS,
  SNOOZED,
  TASK_RUNNER,
  TASKS,
  TENANTS,
  TICKET_PRESENCE,
  TICKETS,
  TRANSCODER,
  TRANSFERS,
  UPLOADS,
  VAULT,
  WORDS,
  VIEWERS,
} from './tokens.ts'

/** Tickets, messages, contacts, and the channels they come by. */
export function makeConversations({ once, get, options, nodes }: Making): void {
  const { log } = options
  const db = get(DATABASE)
  const bus = get(BUS)
  const tellRead = (tenantId: string, ticketId: string): void =>
    void get(SIGNALS)
      .read(tenantId, ticketId)
      .catch((error: unknown) => log.debug({ err: error }, 'reading was not passed on'))
  const windows = () => serviceWindowsOf(get(PLUGINS).channels)
  const messagesDeps = (): MessagesDeps => ({
    db,
    bus,
    feed: get(FEED),
    media: get(BOUNDED_MEDIA),
    transcoder: get(TRANSCODER),
    settings: get(SETTINGS),
    channels: get(PLUGINS).channels,
    windows,
    clock: get(CLOCK),
    later: get(SCHEDULED),
    deliver: deliverBy(
      () => get(GLOBALS).get('deliveryMode'),
      () => get(DELIVERIES),
    ),
    awaited: (id) => get(FETCHES).poke(id),
    onRead: tellRead,
  })
  once(TRANSCODER, () => ffmpegTranscoder({ media: get(MEDIA) }))
  once(
    SIGNALS,
    () =>
      new SessionSignals({
        db,
        bus,
        settings: get(SETTINGS),
        channels: get(PLUGINS).channels,
        realtime: () => get(REALTIME),
        session: (id) => get(SESSIONS).find(id)?.session,
        log,
      }),
  )
  once(
    CONNECTION_OPERATIONS,
    () =>
      new ConnectionOperations({
        db,
        bus,
        channels: get(PLUGINS).channels,
        session: (id) => get(SESSIONS).find(id)?.session,
        node: nodes.name,
        log,
      }),
  )
  once(
    CONTACT_CHANGES,
    () =>
      new ContactChanges({
        db,
        bus,
        feed: get(FEED),
        realtime: get(REALTIME),
        settings: get(SETTINGS),
        clock: get(CLOCK),
        pictures: get(PICTURES),
      }),
  )
  once(
    DESCRIPTIONS,
    () =>
      new Descriptions({
        db,
        bus,
        log,
        channels: get(PLUGINS).channels,
        session: (id) => get(SESSIONS).find(id)?.session,
        describe: (tenantId, contactId, told) => get(CONTACT_CHANGES).describe(tenantId, contactId, told),
      }),
  )
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
  once(
    CONTACT_CREATION,
    () => new ContactCreation({ db, bus, limits: get(LIMITS), realtime: get(REALTIME), clock: get(CLOCK) }),
  )
  once(CONTACTS, () => new ContactsService({ db, media: get(MEDIA), settings: get(SETTINGS) }))
  once(
    MERGES,
    () => new ContactMerges({ db, bus, feed: get(FEED), settings: get(SETTINGS), realtime: () => get(REALTIME) }),
  )
  // Both kinds of imports wait for the same threads.
  const tables = createTableReader()
  once(CONTACT_IMPORTS, () => {
    get(JOBS).register(importTask, importContacts({ db, bus, limits: get(LIMITS), clock: get(CLOCK) }))
    return new ContactImports({ db, jobs: get(JOBS), clock: get(CLOCK), tables })
  })
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
        onRead: tellRead,
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
    BIRTHDAYS,
    () =>
      new BirthdayGreetings({
        db,
        bus,
        feed: get(FEED),
        settings: get(SETTINGS),
        chats: createChatFinder(get(PLUGINS).channels),
        protocols: get(PROTOCOLS),
        words: get(WORDS),
        wake: (id) => get(DELIVERIES).poke(id),
        clock: get(CLOCK),
        log,
      }),
  )
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
  once(MESSAGES, () => new MessagesService(messagesDeps()))
  once(
    SCHEDULED,
    () =>
      new ScheduledMessagesService({
        db,
        bus,
        feed: get(FEED),
        media: get(MEDIA),
        settings: get(SETTINGS),
        channels: get(PLUGINS).channels,
        clock: get(CLOCK),
      }),
  )
  once(SCHEDULED_SENDER, () => new ScheduledSender({ ...messagesDeps(), log }))
  once(
    UPLOADS,
    () =>
      new Uploads({
        db,
        media: get(BOUNDED_MEDIA),
        settings: get(SETTINGS),
        channels: get(PLUGINS).channels,
        removeFiles: get(FILE_REMOVAL),
        clock: get(CLOCK),
      }),
  )
  once(VIEWERS, () => new Viewers({ db, permissions: get(PERMISSIONS) }))
  once(FACTS, () => new Facts({ db, settings: get(SETTINGS) }))
  once(
    IMPORTS,
    () =>
      new Imports({
        tables,
        db,
        bus,
        limits: get(LIMITS),
        protocols: get(PROTOCOLS),
        channels: () => get(PLUGINS).channels,
      }),
  )
  once(FACT_KEEPING, () => new FactKeeping({ db, clock: get(CLOCK), log }))
  once(
    OPENING_KEEPING,
    () =>
      new OpeningKeeping({
        db,
        clock: get(CLOCK),
        log,
        ask: (tenantId, span) => get(PLUGINS).callService(tenantId, 'openings.between', span),
      }),
  )
  once(
    LINK_PREVIEWS,
    () =>
      new LinkPreviews({
        db,
        settings: get(SETTINGS),
        channels: get(PLUGINS).channels,
        pages: new WebPages(get(EGRESS)),
        media: get(BOUNDED_MEDIA),
        square: createSquarePictures(),
        clock: get(CLOCK),
        log,
      }),
  )
  once(ACTS, () => new MessageActs(messagesDeps()))
  once(DRAFTS, () => new DraftsService({ db, media: get(MEDIA), settings: get(SETTINGS), clock: get(CLOCK) }))
  once(
    FORWARDS,
    () =>
      new MessageForwards({
        db,
        settings: get(SETTINGS),
        channels: get(PLUGINS).channels,
        clock: get(CLOCK),
        tickets: get(TICKETS),
        messages: get(MESSAGES),
      }),
  )
  once(
    DIRECTORY,
    () =>
      new ConnectionDirectory({
        db,
        bus,
        vault: get(VAULT),
        media: get(MEDIA),
        channels: get(PLUGINS).channels,
        log,
        publicUrl: options.publicUrl,
        node: nodes.name,
        inbound: () => get(INBOUND),
        pluginOf: (plugin, tenantId, signal) => get(PLUGINS).contextOf(plugin, tenantId, signal),
        setState: (connection, state) =>
          void get(CONNECTIONS)
            .report(connection, state)
            .catch((error: unknown) =>
              log.warn({ err: error, connection: connection.id }, 'a state could not be kept'),
            ),
      }),
  )
  once(
    CONNECTIONS,
    () =>
      new ConnectionsService({
        db,
        bus,
        vault: get(VAULT),
        realtime: get(REALTIME),
        feed: get(FEED),
        channels: get(PLUGINS).channels,
        directory: get(DIRECTORY),
        limits: get(LIMITS),
        leave: (id) => get(SESSIONS).giveBack(id),
      }),
  )
  once(
    SESSIONS,
    () =>
      new Sessions({
        db,
        bus,
        directory: get(DIRECTORY),
        channels: get(PLUGINS).channels,
        nodes,
        log,
        settled: (id) => get(DELIVERIES).settled(id),
        opened: (id) => {
          get(PACE).forget(id)
          get(DELIVERIES).poke(id)
          get(FETCHES).poke(id)
          get(TASK_RUNNER).poke(id)
        },
        report: (connection, state, attempt) =>
          void get(CONNECTIONS)
            .report(connection, state, attempt)
            .catch((error: unknown) =>
              log.warn({ err: error, connection: connection.id }, 'a state could not be kept'),
            ),
      }),
  )
  once(TASKS, () => {
    get(JOBS).register(
      transferTask,
      transferConversations({
        db,
        feed: get(FEED),
        wake: (id) => get(DELIVERIES).poke(id),
        progressed: (place) => get(CONNECTIONS).progressed(place),
      }),
    )
    return new ConnectionTasksService({
      db,
      jobs: get(JOBS),
      clock: get(CLOCK),
      channels: get(PLUGINS).channels,
      connections: get(CONNECTIONS),
      wake: (id) => get(TASK_RUNNER).poke(id),
    })
  })
  once(TASK_RUNNER, () =>
    createTaskRunner(
      {
        db,
        bus,
        log,
        find: (id) => get(DIRECTORY).find(id),
        session: (id) => get(SESSIONS).find(id)?.session,
        openIds: () => get(SESSIONS).openIds(),
        progressed: (place) => get(CONNECTIONS).progressed(place),
      },
      [
        importHistory({ db, inbound: () => get(INBOUND) }),
        syncContacts({
          db,
          bus,
          limits: get(LIMITS),
          erased: new ErasedAddresses(options.secret),
          settle: (tenantId, identities) => get(MERGES).settle(tenantId, identities),
        }),
      ],
    ),
  )
  once(PACE, () => new PaceGovernor({ db, bus, log, clock: get(CLOCK), changed: (id) => get(DELIVERIES).poke(id) }))
  once(DELIVERIES, () =>
    createDeliveries({
      db,
      bus,
      feed: get(FEED),
      log,
      node: nodes.name,
      open: (id) => get(SESSIONS).find(id),
      openIds: () => get(SESSIONS).openIds(),
      pace: get(PACE),
    }),
  )
  once(FETCHES, () =>
    createMediaFetches({
      db,
      bus,
      media: get(MEDIA),
      feed: get(FEED),
      log,
      session: (id) => get(SESSIONS).find(id)?.session,
      openIds: () => get(SESSIONS).openIds(),
    }),
  )
  const answeredChats = createAnsweredChats({
    db,
    log,
    channel: (type) => get(PLUGINS).channels.find(type),
    wake: (id) => get(DELIVERIES).poke(id),
  })
  once(INBOUND, () =>
    createInbound({
      db,
      bus,
      feed: get(FEED),
      realtime: get(REALTIME),
      settings: get(SETTINGS),
      protocols: get(PROTOCOLS),
      metrics: get(METRICS),
      log,
      echoed: (source, message) => get(DELIVERIES).echoed(source, message),
      settle: (tenantId, identities) => get(MERGES).settle(tenantId, identities),
      awaited: (id) => get(FETCHES).poke(id),
      heard: (source, messages) => {
        get(DESCRIPTIONS).heard(source, messages)
        answeredChats(source, messages)
      },
    }),
  )
}

/** The calls of tickets, messages, contacts and channels. */
export function conversationCalls(making: Making): BoundRoute[] {
  const { get } = making
  const reading = {
    db: get(DATABASE),
    media: get(MEDIA),
    settings: get(SETTINGS),
    windows: () => serviceWindowsOf(get(PLUGINS).channels),
  }
  const files = new ExchangedFiles(reading)
  const links = new ExchangedLinks(reading)
  return [
    ...ticketCalls(making),
    ...attributeRoutes(new AttributesService({ db: get(DATABASE) })),
    ...contactSegmentRoutes(new ContactSegmentsService({ db: get(DATABASE), settings: get(SETTINGS) })),
    ...ticketViewRoutes(new TicketViewsService({ db: get(DATABASE), settings: get(SETTINGS) })),
    ...transcriptRoutes(
      new Transcripts({
        db: get(DATABASE),
        media: get(MEDIA),
        settings: get(SETTINGS),
        tenants: get(TENANTS),
        clock: get(CLOCK),
        log: making.options.log,
      }),
    ),
    ...draftRoutes(get(DRAFTS)),
    ...messageRoutes({
      messages: get(MESSAGES),
      acts: get(ACTS),
      forwards: get(FORWARDS),
      scheduled: get(SCHEDULED),
      uploads: get(UPLOADS),
      files,
      links,
    }),
    ...linkPreviewRoutes(get(LINK_PREVIEWS)),
    ...contactRoutes({
      contacts: get(CONTACTS),
      tickets: (viewer, contactId, query) => contactTickets(reading, viewer, contactId, query),
      files: (viewer, contactId, query) => files.ofContact(viewer, contactId, query),
      links: (viewer, contactId, query) => links.ofContact(viewer, contactId, query),
      merges: get(MERGES),
      creation: get(CONTACT_CREATION),
      changes: get(CONTACT_CHANGES),
      notes: new ContactNotes({
        db: get(DATABASE),
        media: get(MEDIA),
        settings: get(SETTINGS),
        realtime: get(REALTIME),
      }),
    }),
    ...birthdayRoutes(get(BIRTHDAYS)),
    ...openingsRoutes({ db: get(DATABASE), clock: get(CLOCK) }),
    ...contactImportRoutes(get(CONTACT_IMPORTS)),
    ...contactBulkRoutes({
      exports: new ContactExport({ db: get(DATABASE), settings: get(SETTINGS), contacts: get(CONTACTS) }),
      duplicates: new ContactDuplicates({
        db: get(DATABASE),
        media: get(MEDIA),
        settings: get(SETTINGS),
        merges: get(MERGES),
      }),
    }),
    ...connectionRoutes(get(CONNECTIONS), get(TASKS), (caller) => get(ENTRY).isConfirmed(caller)),
    ...paceRoutes(
      new PaceService({
        db: get(DATABASE),
        bus: get(BUS),
        channels: get(PLUGINS).channels,
        settings: get(SETTINGS),
        clock: get(CLOCK),
      }),
    ),
    ...hookRoutes({ directory: get(DIRECTORY), channels: get(PLUGINS).channels, inbound: get(INBOUND) }),
    ...mediaRoutes(get(MEDIA), letterImagesIn(get(DATABASE))),
    ...busRoutes({ bus: get(BUS), db: get(DATABASE) }),
  ]
}

/** Routes for changes of tickets besides answering them. */
function ticketCalls({ get, options: { log } }: Making): BoundRoute[] {
  const shared = { db: get(DATABASE), bus: get(BUS), feed: get(FEED) }
  const tickets = get(TICKETS)
  const boards = new TicketBoards({
    ...shared,
    media: get(MEDIA),
    settings: get(SETTINGS),
    windows: () => serviceWindowsOf(get(PLUGINS).channels),
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
      log,
    }),
    ...responderRoutes(
      new ResponderOrdersService({
        db: shared.db,
        settings: get(SETTINGS),
        offered: (tenantId) => get(PLUGINS).responders.offered(tenantId),
        require: (tenantId, places) => get(PLUGINS).responders.require(tenantId, places),
        titleOf: (plugin) => get(PLUGINS).responders.titleOf(plugin),
      }),
    ),
  ]
}
