import type { TicketFilter } from '../tickets/ticket-filter.ts'

/** Where each answer of the server lies in the query cache. */
export const keys = {
  manifest: ['manifest'] as const,
  plans: ['plans-offered'] as const,
  loadConfig: ['load-config'] as const,
  counts: ['counts'] as const,
  ticketLists: ['tickets', 'list'] as const,
  ticketList: (filter: TicketFilter) => ['tickets', 'list', filter] as const,
  ticket: (id: string) => ['tickets', 'one', id] as const,
  forwardTargets: (searchParam: string) => ['tickets', 'forward', searchParam] as const,
  logs: (ticketId: string) => ['tickets', 'logs', ticketId] as const,
  threads: ['messages'] as const,
  thread: (ticketId: string) => ['messages', ticketId] as const,
  /** Everything that was asked about one contact. */
  aboutContact: (id: string) => ['contacts', 'of', id] as const,
  contact: (id: string) => ['contacts', 'of', id, 'one'] as const,
  suggestedContacts: (id: string) => ['contacts', 'of', id, 'suggested'] as const,
  merges: (id: string) => ['contacts', 'of', id, 'merges'] as const,
  contactSearch: (text: string) => ['contacts', 'search', text] as const,
  queues: ['queues'] as const,
  connectionCode: (id: string, updatedAt: string) => ['connection-code', id, updatedAt] as const,
  tags: ['tags'] as const,
  users: ['users'] as const,
  connections: ['connections'] as const,
  connectionCheck: (id: string) => ['connection-check', id] as const,
  plugins: ['plugins'] as const,
  pluginInbox: ['plugin-inbox'] as const,
  pluginPublishers: ['plugin-publishers'] as const,
  auditTrail: (filter: object) => ['audit', filter] as const,
  privacyRequests: ['privacy', 'requests'] as const,
  erasurePreview: (contactId: string) => ['privacy', 'preview', contactId] as const,
}
