import type { PagedTicket, TicketPageQuery } from '@recado/sdk'
import { connectionId, type Work } from '../account.ts'
import { pageOf, text, texts, type Fields } from '../http/fields.ts'
import { inboxesOf } from '../inboxes/inbox.ts'
import { objectOf } from '../numbers/numbers.ts'
import { fits, type Facts } from './conditions.ts'
import { conditionsOf } from './given-conditions.ts'
import { conversationExtras } from './conversation-store.ts'
import { conversationOf, type Conversation } from './conversation.ts'
import { conversationStatuses, statusOf } from './status.ts'

/** Conversations on a page of the API. */
export const conversationsPerPage = 25
/** So many conversations are looked through to count them, or for conditions: those opened last. */
const mostRead = 2_000

/** How many of the conversations that were looked through somebody has. */
export interface Counts {
  readonly all: number
  readonly assigned: number
}
export interface FoundConversations {
  readonly conversations: readonly Conversation[]
  readonly counts: Counts
}

const countsOf = (tickets: readonly PagedTicket[]): Counts => ({
  all: tickets.length,
  assigned: tickets.filter(({ userId }) => userId !== null).length,
})
const none: FoundConversations = { conversations: [], counts: { all: 0, assigned: 0 } }

const statusesOf = (wanted: string): readonly ('open' | 'pending' | 'closed')[] =>
  wanted === 'resolved' ? ['closed'] : wanted === 'all' ? [] : ['open', 'pending']

/** Labels of a query: repeated, with commas between, or a list as JSON, in which n8n writes `null` for none. */
const labelsOf = (query: Fields): readonly string[] =>
  (texts(query, 'labels') ?? [])
    .flatMap((given) => listOf(given) ?? given.split(','))
    .map((title) => title.trim().toLowerCase())
    .filter((title) => title !== '')

function listOf(given: string): readonly string[] | undefined {
  if (!given.trimStart().startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(given)
    return Array.isArray(list) ? list.filter((title) => typeof title === 'string') : undefined
  } catch {
    return undefined
  }
}

/** What a list is asked for, as core is asked; undefined where nothing can fit. @throws Fault 422 */
async function queryOf(work: Work, query: Fields): Promise<TicketPageQuery | undefined> {
  const isGiven = (name: string): boolean => (query[name] ?? '') !== '' && query[name] !== '0'
  const search = text(query, 'q')
  const labels = labelsOf(query)
  const [inbox, queue] = [
    isGiven('inbox_id') ? [await objectOf(work, 'inbox', query['inbox_id'])] : undefined,
    isGiven('team_id') ? [await objectOf(work, 'team', query['team_id'])] : undefined,
  ]
  const inboxes = inbox ?? (await inboxesOf(work)).map(({ id }) => id)
  const tags =
    labels.length === 0 ? [] : (await work.core.tags.list()).filter(({ tag }) => labels.includes(tag.toLowerCase()))
  const isEmpty = inboxes.length === 0 || [...inboxes, ...(queue ?? [])].includes(undefined)
  // Less than two characters are too short to be looked for.
  if (isEmpty || (labels.length > 0 && tags.length === 0) || search?.length === 1) return undefined
  return {
    connectionIds: inboxes.map((id) => connectionId(id!)),
    statuses: statusesOf(text(query, 'status') ?? 'open'),
    ...(queue && { queueIds: queue as never }),
    ...(tags.length > 0 && { tagIds: tags.map(({ id }) => id) }),
    ...(search !== undefined && { search }),
  }
}

/** Tickets page by page, the latest opened first. */
async function* pagesOf(work: Work, query: TicketPageQuery): AsyncGenerator<readonly PagedTicket[]> {
  let cursor: string | undefined
  do {
    const page = await work.core.tickets.page({ ...query, limit: 100, ...(cursor !== undefined && { cursor }) })
    yield page.tickets
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

async function shownPage(work: Work, tickets: readonly PagedTicket[], page: number): Promise<readonly Conversation[]> {
  const end = page * conversationsPerPage
  const found = await Promise.all(
    tickets.slice(end - conversationsPerPage, end).map((ticket) => conversationOf(work, ticket)),
  )
  return found.filter((each) => each !== undefined)
}

/** Whose conversations a list is asked for. A token is no agent, and has none of its own. */
const assignees: Readonly<Record<string, (ticket: PagedTicket) => boolean>> = {
  me: () => false,
  assigned: ({ userId }) => userId !== null,
  unassigned: ({ userId }) => userId === null,
}

const hasStatus = (query: Fields): ((ticket: PagedTicket) => boolean) => {
  const wanted = text(query, 'status') ?? 'open'
  const status = conversationStatuses.find((one) => one === wanted)
  return (ticket) => status === undefined || statusOf(ticket) === status
}

/**
 * A page of the conversations of the inboxes, the latest opened first: `status`, `assignee_type`, `inbox_id`,
 * `team_id`, `labels`, `q` (names, numbers, protocols). Counts are of what was looked through for it. @throws Fault 422
 */
export async function conversationPage(work: Work, query: Fields): Promise<FoundConversations> {
  const asked = await queryOf(work, query)
  if (!asked) return none
  const [page, fitsStatus] = [pageOf(query), hasStatus(query)]
  const isWanted = assignees[text(query, 'assignee_type') ?? 'all'] ?? (() => true)
  const seen: PagedTicket[] = []
  for await (const tickets of pagesOf(work, asked)) {
    seen.push(...tickets.filter(fitsStatus))
    if (seen.filter(isWanted).length > page * conversationsPerPage) break
  }
  return { conversations: await shownPage(work, seen.filter(isWanted), page), counts: countsOf(seen) }
}

/** How many conversations fit the query of a list, among those opened last. @throws Fault 422 */
export async function conversationCounts(work: Work, query: Fields): Promise<Counts> {
  const asked = await queryOf(work, query)
  return asked
    ? countsOf(await readTickets(work, asked, async (tickets) => tickets.filter(hasStatus(query))))
    : none.counts
}

/** Conversations that fit conditions, the latest opened first. @throws Fault 422 for a condition that none has */
export async function filterConversations(work: Work, given: unknown, query: Fields): Promise<FoundConversations> {
  const groups = await conditionsOf(work, given)
  const connectionIds = (await inboxesOf(work)).map(({ id }) => connectionId(id))
  if (connectionIds.length === 0) return none
  const found = await readTickets(work, { connectionIds, statuses: [] }, async (tickets) => {
    const extras = await conversationExtras(
      work,
      tickets.map(({ id }) => id),
    )
    return tickets.filter((ticket) => {
      const { custom = {}, additional = {} } = extras.get(ticket.id) ?? {}
      return fits(factsOf(ticket, { ...additional, ...custom }), groups)
    })
  })
  return { conversations: await shownPage(work, found, pageOf(query)), counts: countsOf(found) }
}

async function readTickets(
  work: Work,
  query: TicketPageQuery,
  chosen: (tickets: readonly PagedTicket[]) => Promise<readonly PagedTicket[]>,
): Promise<readonly PagedTicket[]> {
  const found: PagedTicket[] = []
  let read = 0
  for await (const tickets of pagesOf(work, query)) {
    found.push(...(await chosen(tickets)))
    read += tickets.length
    if (read >= mostRead) break
  }
  return found
}

/** What conditions are compared with: objects by their own ids, instants in milliseconds. */
const factsOf = (ticket: PagedTicket, told: Fields): Facts => ({
  standard: {
    status: [statusOf(ticket)],
    assignee_id: ticket.userId === null ? [] : [ticket.userId],
    inbox_id: [ticket.channelId],
    team_id: ticket.queueId === null ? [] : [ticket.queueId],
    display_id: [ticket.id],
    labels: ticket.tags.map(({ tag }) => tag),
    priority: [ticket.priority === 'normal' ? 'medium' : ticket.priority],
    created_at: [Date.parse(ticket.createdAt)],
    last_activity_at: [Date.parse(ticket.lastMessageAt ?? ticket.createdAt)],
  },
  custom: { ...told, ...ticket.attributes },
})
