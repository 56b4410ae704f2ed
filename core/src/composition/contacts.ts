import { attributeRoutes } from '../attributes/attributes.routes.ts'
import { AttributesService } from '../attributes/attributes.service.ts'
import { BirthdayGreetings } from '../birthdays/birthday-greetings.ts'
import { birthdayRoutes } from '../birthdays/birthdays.routes.ts'
import { createChatFinder } from '../channels/chat-finder.ts'
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
import { ContactNotes } from '../contacts/contact-notes.ts'
import { contactRoutes } from '../contacts/contacts.routes.ts'
import { ContactsService } from '../contacts/contacts.service.ts'
import type { BoundRoute } from '../http/route.ts'
import { Imports } from '../imports/imports.service.ts'
import type { ExchangedFiles } from '../messages/exchanged-files.ts'
import type { ExchangedLinks } from '../messages/exchanged-links.ts'
import { contactSegmentRoutes } from '../segments/contact-segments.routes.ts'
import { ContactSegmentsService } from '../segments/contact-segments.service.ts'
import { contactTickets, type ContactTicketsDeps } from '../tickets/contact-tickets.ts'
import type { Making } from './app-options.ts'
import {
  BIRTHDAYS,
  BUS,
  CLOCK,
  CONTACT_CHANGES,
  CONTACT_CREATION,
  CONTACT_IMPORTS,
  CONTACTS,
  DATABASE,
  DELIVERIES,
  FEED,
  JOBS,
  LIMITS,
  IMPORTS,
  MEDIA,
  MERGES,
  PICTURES,
  PLUGINS,
  PROTOCOLS,
  REALTIME,
  SETTINGS,
  WORDS,
} from './tokens.ts'

/** Contacts: what is known of people, their imports and their birthdays. */
export function makeContacts({ once, get, options }: Making): void {
  const { log } = options
  const db = get(DATABASE)
  const bus = get(BUS)
  // Both kinds of imports wait for the same threads.
  const tables = createTableReader()
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
    CONTACT_CREATION,
    () => new ContactCreation({ db, bus, limits: get(LIMITS), realtime: get(REALTIME), clock: get(CLOCK) }),
  )
  once(CONTACTS, () => new ContactsService({ db, media: get(MEDIA), settings: get(SETTINGS) }))
  once(
    MERGES,
    () => new ContactMerges({ db, bus, feed: get(FEED), settings: get(SETTINGS), realtime: () => get(REALTIME) }),
  )
  once(CONTACT_IMPORTS, () => {
    get(JOBS).register(importTask, importContacts({ db, bus, limits: get(LIMITS), clock: get(CLOCK) }))
    return new ContactImports({ db, jobs: get(JOBS), clock: get(CLOCK), tables })
  })
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
}

/** The calls of contacts, of their attributes and segments, and of lists of them. */
export function contactCalls(
  { get }: Making,
  reading: ContactTicketsDeps,
  { files, links }: { readonly files: ExchangedFiles; readonly links: ExchangedLinks },
): BoundRoute[] {
  return [
    ...attributeRoutes(new AttributesService({ db: get(DATABASE) })),
    ...contactSegmentRoutes(new ContactSegmentsService({ db: get(DATABASE), settings: get(SETTINGS) })),
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
  ]
}
