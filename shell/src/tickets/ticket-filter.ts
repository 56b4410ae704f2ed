import type { Ticket, TicketStatus } from '../contracts.ts'

/** What stands in the list: an agent's own open tickets, what waits in the queues, everything, or what is done. */
export const ticketViews = ['mine', 'queue', 'all', 'closed'] as const
export type TicketView = (typeof ticketViews)[number]

/** The choices of S3-003 that an agent keeps between sessions (`configs.filtrosAtendimento`). */
export interface TicketFilter {
  view: TicketView
  searchParam: string
  queuesIds: string[]
  withUnreadMessages: boolean
  isNotAssignedUser: boolean
  includeNotQueueDefined: boolean
}

export const defaultFilter: TicketFilter = { view: 'mine', searchParam: '', queuesIds: [], withUnreadMessages: false, isNotAssignedUser: false, includeNotQueueDefined: true }

/** Fewer characters are not searched (decision 72). */
export const minSearchLength = 2

const statusesOf: Record<TicketView, TicketStatus[]> = { mine: ['open'], queue: ['pending'], all: ['open', 'pending'], closed: ['closed'] }

/** The filter as the query of `GET /tickets/`. */
export const filterQuery = (filter: TicketFilter) => ({
  searchParam: effectiveSearch(filter), status: statusesOf[filter.view], mine: filter.view === 'mine', queuesIds: filter.queuesIds,
  withUnreadMessages: filter.withUnreadMessages, isNotAssignedUser: filter.isNotAssignedUser, includeNotQueueDefined: filter.includeNotQueueDefined,
})

export const effectiveSearch = (filter: TicketFilter): string => {
  const term = filter.searchParam.trim()
  return term.length < minSearchLength ? '' : term
}

/** How many choices narrow the list, for the badge on the filter button. */
export const activeFilters = (filter: TicketFilter): number =>
  Number(filter.queuesIds.length > 0) + Number(filter.withUnreadMessages) + Number(filter.isNotAssignedUser) + Number(!filter.includeNotQueueDefined)

/**
 * Whether a pushed ticket belongs to a list. `unknown` when only the server can tell (a text search): such a ticket
 * is updated where it stands but not inserted.
 */
export function belongs(ticket: Ticket, filter: TicketFilter, userId: string): 'yes' | 'no' | 'unknown' {
  if (!statusesOf[filter.view].includes(ticket.status)) return 'no'
  if (filter.view === 'mine' && ticket.userId !== userId) return 'no'
  if (filter.withUnreadMessages && ticket.unreadMessages === 0) return 'no'
  if (filter.isNotAssignedUser && ticket.userId !== null) return 'no'
  if (ticket.queueId === null && !filter.includeNotQueueDefined) return 'no'
  if (ticket.queueId !== null && filter.queuesIds.length > 0 && !filter.queuesIds.includes(ticket.queueId)) return 'no'
  return effectiveSearch(filter) === '' ? 'yes' : 'unknown'
}

/** What was kept by an earlier version or another client is read field by field; anything odd falls back to the default. */
export function readFilter(stored: Record<string, unknown>): TicketFilter {
  const flag = (name: keyof TicketFilter, fallback: boolean) => typeof stored[name] === 'boolean' ? stored[name] : fallback
  return {
    view: ticketViews.find((view) => view === stored['view']) ?? defaultFilter.view,
    searchParam: '',
    queuesIds: Array.isArray(stored['queuesIds']) ? stored['queuesIds'].filter((queue) => typeof queue === 'string') : [],
    withUnreadMessages: flag('withUnreadMessages', false), isNotAssignedUser: flag('isNotAssignedUser', false), includeNotQueueDefined: flag('includeNotQueueDefined', true),
  }
}
