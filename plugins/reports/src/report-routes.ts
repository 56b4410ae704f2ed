import { defineRoute } from '@recado/sdk'
import {
  BirthdayFileQuery,
  BirthdayQuery,
  ContactReport,
  ListFileQuery,
  ListQuery,
  StateFileQuery,
  StateQuery,
  TagFileQuery,
  TagQuery,
} from './contacts/contact-report.ts'
import { TicketFileQuery, TicketQuery, TicketReport } from './tickets/ticket-report.ts'

const read = { method: 'GET', access: { kind: 'session', permission: 'reports.read' }, rate: 'read' } as const
const file = { ...read, limitMs: 120_000, response: 'bytes' } as const
/** Contacts leave as a table for who has just shown who they are, as from the list of contacts. */
const contactFile = {
  ...file,
  access: { kind: 'session', permission: 'contacts.export', confirmed: true },
} as const
const ofPeriod = ['ERR_REPORT_NEEDS_PERIOD', 'ERR_REPORT_PERIOD'] as const

/** Pages of the reports, and their files. */
export const reportRoutes = {
  list: defineRoute({
    ...read,
    path: '/contacts',
    summary: 'Contacts by the filters of their list',
    query: ListQuery,
    response: ContactReport,
  }),
  listFile: defineRoute({
    ...contactFile,
    path: '/contacts/file',
    summary: 'The same as a file',
    query: ListFileQuery,
  }),
  tags: defineRoute({
    ...read,
    path: '/contacts-by-tags',
    summary: 'Contacts with one of these tags',
    query: TagQuery,
    response: ContactReport,
    errors: ['ERR_REPORT_NEEDS_TAG'],
  }),
  tagsFile: defineRoute({
    ...contactFile,
    path: '/contacts-by-tags/file',
    summary: 'The same as a file',
    query: TagFileQuery,
    errors: ['ERR_REPORT_NEEDS_TAG'],
  }),
  states: defineRoute({
    ...read,
    path: '/contacts-by-states',
    summary: 'Contacts with a number of one of these Brazilian states',
    query: StateQuery,
    response: ContactReport,
    errors: ['ERR_REPORT_NEEDS_STATE'],
  }),
  statesFile: defineRoute({
    ...contactFile,
    path: '/contacts-by-states/file',
    summary: 'The same as a file',
    query: StateFileQuery,
    errors: ['ERR_REPORT_NEEDS_STATE'],
  }),
  birthdays: defineRoute({
    ...read,
    path: '/birthdays',
    summary: 'Contacts whose birthday is in a month or a period, by its day',
    query: BirthdayQuery,
    response: ContactReport,
    errors: ofPeriod,
  }),
  birthdaysFile: defineRoute({
    ...contactFile,
    path: '/birthdays/file',
    summary: 'The same as a file',
    query: BirthdayFileQuery,
    errors: [...ofPeriod],
  }),
  tickets: defineRoute({
    ...read,
    path: '/tickets',
    summary: 'Conversations that the reader may see, by the days of their opening; of the current month without any',
    query: TicketQuery,
    response: TicketReport,
    errors: ['ERR_REPORT_PERIOD'],
  }),
  ticketsFile: defineRoute({
    ...file,
    path: '/tickets/file',
    summary: 'The same as a file',
    query: TicketFileQuery,
    errors: ['ERR_REPORT_PERIOD'],
  }),
}
