import {
  fitsConditions,
  searchedFor,
  ticketPriorities,
  type AttributeCondition,
  type Ticket,
  type TicketPriority,
  type TicketDays,
  type TicketSort,
  type TicketStatus,
} from '../../base/contracts.ts'
import { readDays } from './read-days.ts'
import { readConditions } from '../segments/read-conditions.ts'

/**
 * Tabs of the list: an agent's own open tickets, those waiting in the queues, those that a bot holds (S4-005), groups,
 * snoozed ones, followed ones (S4-006), all, or closed ones.
 */
export const ticketViews = ['mine', 'queue', 'bot', 'group', 'snoozed', 'watched', 'all', 'closed'] as const
export type TicketView = (typeof ticketViews)[number]

/**
 * The choices of S3-003 that an agent keeps between sessions (`configs.filtrosAtendimento`). Page and count are the
 * list's own.
 */
export interface TicketFilter {
  view: TicketView
  searchParam: string
  /** Statuses of the view `all`; the other views have their own. */
  status: TicketStatus[]
  /** Everything but groups, for who may see everything; counts in the view `all`. */
  showAll: boolean
  /** In the view `all`: only the user's own. */
  mine: boolean
  queuesIds: string[]
  withUnreadMessages: boolean
  /** Only where the contact has written last. */
  unanswered: boolean
  isNotAssignedUser: boolean
  includeNotQueueDefined: boolean
  priorities: TicketPriority[]
  /** Tags of which the ticket has one, channel connections, and users who have it; all when empty. */
  tagIds: string[]
  connectionIds: string[]
  userIds: string[]
  /** In the view `all`: only what is put off; the view `snoozed` shows that by itself. */
  snoozed: boolean
  /** In the view `all`: only what the user follows; the view `watched` shows that by itself. */
  watched: boolean
  sort: TicketSort
  /** In the view `all`, of a saved view: only what a bot holds, or only what none does. */
  withBot: boolean | null
  /** Conditions on the company's attributes: of the ticket itself, and of its contact. */
  attributes: AttributeCondition[]
  contactAttributes: AttributeCondition[]
  /** Days on which a ticket was created, or last written in, by the company's clock. */
  days: TicketDays | null
}

/** S3-004…012, in the view that an agent works in. */
export const defaultFilter: TicketFilter = {
  view: 'mine',
  searchParam: '',
  status: ['open', 'pending'],
  showAll: false,
  mine: false,
  queuesIds: [],
  withUnreadMessages: false,
  unanswered: false,
  isNotAssignedUser: false,
  includeNotQueueDefined: true,
  priorities: [],
  tagIds: [],
  connectionIds: [],
  userIds: [],
  snoozed: false,
  watched: false,
  sort: 'recent',
  withBot: null,
  attributes: [],
  contactAttributes: [],
  days: null,
}

const statuses: readonly TicketStatus[] = ['open', 'pending', 'closed', 'group']
const statusesOfView: Record<Exclude<TicketView, 'all'>, TicketStatus[]> = {
  mine: ['open'],
  queue: ['pending'],
  bot: ['pending'],
  group: ['group'],
  snoozed: ['open'],
  watched: ['open', 'pending', 'group'],
  closed: ['closed'],
}
const statusesOf = ({ view, status, showAll }: TicketFilter): TicketStatus[] =>
  view !== 'all' ? statusesOfView[view] : showAll ? ['open', 'pending', 'closed'] : status

const botOf = ({ view, withBot }: TicketFilter): boolean | undefined =>
  view === 'bot' ? true : view === 'queue' ? false : view === 'all' ? (withBot ?? undefined) : undefined
const onlySnoozed = ({ view, snoozed }: TicketFilter): boolean => view === 'snoozed' || (view === 'all' && snoozed)
const onlyWatched = ({ view, watched }: TicketFilter): boolean => view === 'watched' || (view === 'all' && watched)
/** The order that a list really has: with closed tickets in it there is none by urgency. */
export const sortOf = (filter: TicketFilter): TicketSort =>
  statusesOf(filter).includes('closed') ? 'recent' : filter.sort

const onlyMine = ({ view, mine }: TicketFilter): boolean => view === 'mine' || (view === 'all' && mine)

/** The filter as the query of `GET /tickets/`. */
export const filterQuery = (filter: TicketFilter) => ({
  searchParam: searchedFor(filter.searchParam),
  status: statusesOf(filter),
  showAll: filter.view === 'all' && filter.showAll,
  mine: onlyMine(filter),
  queuesIds: filter.queuesIds,
  withUnreadMessages: filter.withUnreadMessages,
  unanswered: filter.unanswered,
  isNotAssignedUser: filter.isNotAssignedUser,
  includeNotQueueDefined: filter.includeNotQueueDefined,
  priorities: filter.priorities,
  tagIds: filter.tagIds,
  connectionIds: filter.connectionIds,
  userIds: filter.userIds,
  snoozed: onlySnoozed(filter),
  watched: onlyWatched(filter),
  sort: sortOf(filter),
  withBot: botOf(filter),
  attributes: filter.attributes,
  contactAttributes: filter.contactAttributes,
  days: filter.days,
})

/** One choice that narrows or widens the list against its default, as a chip shows it; `without` takes it back. */
export type FilterChoice =
  | {
      kind:
        | 'status'
        | 'showAll'
        | 'mine'
        | 'snoozed'
        | 'watched'
        | 'unread'
        | 'unanswered'
        | 'unassigned'
        | 'withoutQueue'
        | 'withBot'
        | 'withoutBot'
        | 'priority'
        | 'sort'
      without: Partial<TicketFilter>
    }
  | { kind: 'queue' | 'tag' | 'connection' | 'user'; id: string; without: Partial<TicketFilter> }
  | { kind: 'days'; days: TicketDays; without: Partial<TicketFilter> }
  | { kind: 'attributes' | 'contactAttributes'; condition: AttributeCondition; without: Partial<TicketFilter> }

/** Kinds of which the filter has a list of ids, and the field of each. */
export const idFields = { queue: 'queuesIds', tag: 'tagIds', connection: 'connectionIds', user: 'userIds' } as const
export const idKinds = ['queue', 'tag', 'connection', 'user'] as const satisfies readonly (keyof typeof idFields)[]

const sameStatuses = (a: readonly TicketStatus[], b: readonly TicketStatus[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

/** Choices that differ from the default, in the order of the filters. A filter that the view ignores is none. */
export function choicesOf(filter: TicketFilter): FilterChoice[] {
  const inAll = filter.view === 'all'
  return [
    ...(inAll && filter.showAll ? [{ kind: 'showAll' as const, without: { showAll: false } }] : []),
    ...(inAll && !filter.showAll && !sameStatuses(filter.status, defaultFilter.status)
      ? [{ kind: 'status' as const, without: { status: defaultFilter.status } }]
      : []),
    ...(inAll && filter.mine ? [{ kind: 'mine' as const, without: { mine: false } }] : []),
    ...(inAll && filter.snoozed ? [{ kind: 'snoozed' as const, without: { snoozed: false } }] : []),
    ...(inAll && filter.watched ? [{ kind: 'watched' as const, without: { watched: false } }] : []),
    ...(sortOf(filter) === 'priority' ? [{ kind: 'sort' as const, without: { sort: 'recent' as const } }] : []),
    ...(filter.days === null ? [] : [{ kind: 'days' as const, days: filter.days, without: { days: null } }]),
    ...(filter.priorities.length > 0 ? [{ kind: 'priority' as const, without: { priorities: [] } }] : []),
    ...(filter.withUnreadMessages ? [{ kind: 'unread' as const, without: { withUnreadMessages: false } }] : []),
    ...(filter.unanswered ? [{ kind: 'unanswered' as const, without: { unanswered: false } }] : []),
    ...(filter.isNotAssignedUser ? [{ kind: 'unassigned' as const, without: { isNotAssignedUser: false } }] : []),
    ...(filter.includeNotQueueDefined
      ? []
      : [{ kind: 'withoutQueue' as const, without: { includeNotQueueDefined: true } }]),
    ...(inAll && filter.withBot !== null
      ? [{ kind: filter.withBot ? ('withBot' as const) : ('withoutBot' as const), without: { withBot: null } }]
      : []),
    ...idKinds.flatMap((kind) => {
      const chosen = filter[idFields[kind]]
      return chosen.map((id) => ({ kind, id, without: { [idFields[kind]]: chosen.filter((one) => one !== id) } }))
    }),
    ...(['attributes', 'contactAttributes'] as const).flatMap((kind) =>
      filter[kind].map((condition) => ({
        kind,
        condition,
        without: { [kind]: filter[kind].filter((one) => one !== condition) },
      })),
    ),
  ]
}

/**
 * Whether a pushed ticket belongs to a list. `unknown` when only the server can decide (a text search, days by the
 * company's clock, values of the contact): such a ticket is updated in its place but not inserted. A property test
 * holds this equal to what the server lists and counts.
 */
export function belongs(ticket: Ticket, filter: TicketFilter, userId: string): 'yes' | 'no' | 'unknown' {
  if (!statusesOf(filter).includes(ticket.status)) return 'no'
  const search = searchedFor(filter.searchParam)
  if (onlySnoozed(filter) ? ticket.snooze === null : search === '' && !onlyWatched(filter) && ticket.snooze !== null)
    return 'no'
  if (onlyWatched(filter) && !ticket.watched) return 'no'
  if (filter.priorities.length > 0 && !filter.priorities.includes(ticket.priority)) return 'no'
  if (filter.tagIds.length > 0 && !ticket.tags.some((tag) => filter.tagIds.includes(tag.id))) return 'no'
  if (filter.connectionIds.length > 0 && !filter.connectionIds.includes(ticket.channelId)) return 'no'
  if (filter.userIds.length > 0 && !filter.userIds.includes(ticket.userId ?? '')) return 'no'
  if (onlyMine(filter) && ticket.userId !== userId) return 'no'
  const withBot = botOf(filter)
  if (withBot !== undefined && ticket.withBot !== withBot) return 'no'
  if (filter.withUnreadMessages && ticket.unreadMessages === 0) return 'no'
  if (filter.unanswered && ticket.answered) return 'no'
  if (filter.isNotAssignedUser && ticket.userId !== null) return 'no'
  if (ticket.queueId === null && !filter.includeNotQueueDefined) return 'no'
  if (ticket.queueId !== null && filter.queuesIds.length > 0 && !filter.queuesIds.includes(ticket.queueId)) return 'no'
  if (!fitsConditions(ticket.attributes ?? {}, filter.attributes)) return 'no'
  return search === '' && filter.contactAttributes.length === 0 && filter.days === null ? 'yes' : 'unknown'
}

/**
 * A filter stored by an earlier version or another client, or in an address, is read field by field; anything invalid
 * falls back to the default.
 */
export function readFilter(stored: Record<string, unknown>): TicketFilter {
  const flag = (name: keyof TicketFilter, fallback: boolean) =>
    typeof stored[name] === 'boolean' ? stored[name] : fallback
  const list = (name: keyof TicketFilter): unknown[] => (Array.isArray(stored[name]) ? stored[name] : [])
  const ids = (name: keyof TicketFilter): string[] => list(name).filter((one) => typeof one === 'string')
  const status = statuses.filter((one) => list('status').includes(one))
  return {
    view: ticketViews.find((view) => view === stored['view']) ?? defaultFilter.view,
    searchParam: typeof stored['searchParam'] === 'string' ? stored['searchParam'].slice(0, 100) : '',
    status: status.length > 0 ? status : defaultFilter.status,
    showAll: flag('showAll', false),
    mine: flag('mine', false),
    queuesIds: ids('queuesIds'),
    tagIds: ids('tagIds'),
    connectionIds: ids('connectionIds'),
    userIds: ids('userIds'),
    withUnreadMessages: flag('withUnreadMessages', false),
    unanswered: flag('unanswered', false),
    isNotAssignedUser: flag('isNotAssignedUser', false),
    includeNotQueueDefined: flag('includeNotQueueDefined', true),
    priorities: ticketPriorities.filter((one) => list('priorities').includes(one)),
    snoozed: flag('snoozed', false),
    watched: flag('watched', false),
    sort: stored['sort'] === 'priority' ? 'priority' : 'recent',
    withBot: typeof stored['withBot'] === 'boolean' ? stored['withBot'] : null,
    attributes: readConditions(stored['attributes']),
    contactAttributes: readConditions(stored['contactAttributes']),
    days: readDays(stored['days']),
  }
}

/**
 * A filter as the search part of `/atendimento`: the view always, the rest where it is not the default; lists with
 * commas, conditions as they are.
 */
export interface FilterAddress {
  view?: TicketView
  searchParam?: string
  status?: string
  showAll?: true
  mine?: true
  queuesIds?: string
  tagIds?: string
  connectionIds?: string
  userIds?: string
  withUnreadMessages?: true
  unanswered?: true
  isNotAssignedUser?: true
  includeNotQueueDefined?: false
  priorities?: string
  snoozed?: true
  watched?: true
  sort?: 'priority'
  withBot?: boolean
  attributes?: AttributeCondition[]
  contactAttributes?: AttributeCondition[]
  days?: TicketDays
}

export const addressOf = (filter: TicketFilter): FilterAddress => ({
  view: filter.view,
  ...(filter.searchParam !== '' && { searchParam: filter.searchParam }),
  ...(!sameStatuses(filter.status, defaultFilter.status) && { status: filter.status.join() }),
  ...(filter.showAll && { showAll: true as const }),
  ...(filter.mine && { mine: true as const }),
  ...(filter.queuesIds.length > 0 && { queuesIds: filter.queuesIds.join() }),
  ...(filter.tagIds.length > 0 && { tagIds: filter.tagIds.join() }),
  ...(filter.connectionIds.length > 0 && { connectionIds: filter.connectionIds.join() }),
  ...(filter.userIds.length > 0 && { userIds: filter.userIds.join() }),
  ...(filter.withUnreadMessages && { withUnreadMessages: true as const }),
  ...(filter.unanswered && { unanswered: true as const }),
  ...(filter.isNotAssignedUser && { isNotAssignedUser: true as const }),
  ...(!filter.includeNotQueueDefined && { includeNotQueueDefined: false as const }),
  ...(filter.priorities.length > 0 && { priorities: filter.priorities.join() }),
  ...(filter.snoozed && { snoozed: true as const }),
  ...(filter.watched && { watched: true as const }),
  ...(filter.sort === 'priority' && { sort: 'priority' as const }),
  ...(filter.withBot !== null && { withBot: filter.withBot }),
  ...(filter.attributes.length > 0 && { attributes: filter.attributes }),
  ...(filter.contactAttributes.length > 0 && { contactAttributes: filter.contactAttributes }),
  ...(filter.days !== null && { days: filter.days }),
})

/**
 * The filter of an address; undefined when it has none. The address may be typed by hand: text may come as a number.
 */
export function filterOfAddress(address: Record<string, unknown>): TicketFilter | undefined {
  if (!ticketViews.some((view) => view === address['view'])) return undefined
  const list = (name: string) => (typeof address[name] === 'string' ? address[name].split(',') : [])
  return readFilter({
    ...address,
    searchParam: address['searchParam'] === undefined ? '' : String(address['searchParam']),
    status: list('status'),
    queuesIds: list('queuesIds'),
    tagIds: list('tagIds'),
    connectionIds: list('connectionIds'),
    userIds: list('userIds'),
    priorities: list('priorities'),
  })
}
