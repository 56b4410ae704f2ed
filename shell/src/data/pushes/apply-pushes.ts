import type { LiveEvents } from '@recado/sdk/ui'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { asApiError, isTransient } from '../../base/api/error-code.ts'
import { keys } from '../../base/query-keys.ts'
import { placeConnection } from '../channels/connection-merge.ts'
import type {
  Connection,
  ConnectionPush,
  ContactPush,
  Message,
  PluginPush,
  ScheduledMessages,
  Ticket,
  TicketCounts,
  TicketListPush,
  UserPush,
} from '../../base/contracts.ts'
import { markDeleted, placeMessage, type MessagePages } from '../messages/message-merge.ts'
import { dropScheduled, placeScheduled } from '../messages/scheduled.ts'
import type { StreamGap } from '../realtime/live-stream.ts'
import { ticketGone } from '../tickets/ticket-gone.ts'
import { belongs, type TicketFilter } from '../tickets/ticket-filter.ts'
import { dropTicket, knownTicket, newerTicket, placeTicket, type TicketPages } from '../tickets/ticket-merge.ts'
import { afterChange, sameStanding, standingOf, type Standing } from '../tickets/ticket-tally.ts'

/** Interval of fetching counts, and lists that only the server can evaluate, while pushes arrive. Milliseconds. */
const countsInterval = 1_000
/** Counts that were kept by pushes are fetched once in this time, in case a push and an answer met. Milliseconds. */
const countsChecked = 60_000
/** Tickets whose standing is remembered, the last ones pushed. */
const mostStandings = 10_000

export interface PushTargets {
  queries: QueryClient
  userId: string
  /** A message that was sent from here has come back: the optimistic one may go. */
  onOwnMessage(ticketId: string, idFront: string): void
  /** Whether the user counts as there was changed, here or on another device. */
  onOwnStatus(status: UserPush['payload']['status']): void
  /** Changes may have been missed: the data on the screen is fetched again until the promise settles. */
  onCatchUp(fetching: Promise<unknown>): void
}

/**
 * Fetches what is on the screen again; inactive queries are fetched when they are used. First readings that are under
 * way may lack what was missed, and would be waited for instead of made again: they are given up.
 */
async function fetchAnew(queries: QueryClient): Promise<void> {
  const isData = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] !== keys.manifest[0]
  await queries.cancelQueries({
    type: 'active',
    fetchStatus: 'fetching',
    predicate: (query) => isData(query) && query.state.data === undefined,
  })
  await queries.invalidateQueries({ predicate: isData })
}

/** Keeps every cached list, thread and count equal to what the server pushes. Answers a function that stops it. */
export function applyPushes(live: LiveEvents, targets: PushTargets): () => void {
  const { queries } = targets
  // A push may be older than an answer that came before it; a list that no longer holds the ticket cannot detect that.
  const latest = new Map<string, string>()
  // How each ticket stood when it was last pushed, by which the counts are kept.
  const standings = new Map<string, Standing>()
  let countsDue: ReturnType<typeof setTimeout> | null = null
  let checkDue: ReturnType<typeof setTimeout> | null = null
  let viewsDue: ReturnType<typeof setTimeout> | null = null
  let boardDue: ReturnType<typeof setTimeout> | null = null
  // Lists for which only the server can decide whether they contain the change.
  const unsure = new Set<QueryKey>()
  let listsDue: ReturnType<typeof setTimeout> | null = null
  // Answers on their way that will lack what was pushed.
  const awaited = new Set<() => void>()

  const refreshCounts = () => {
    countsDue ??= setTimeout(() => {
      countsDue = null
      void queries.invalidateQueries({ queryKey: keys.counts })
    }, countsInterval)
  }
  const refreshBoard = () => {
    boardDue ??= setTimeout(() => {
      boardDue = null
      void queries.invalidateQueries({ queryKey: keys.ticketBoard })
    }, countsInterval)
  }
  /** How a ticket stood before this push: as it was pushed last, or as a list has it. */
  const knownStanding = (id: string): Standing | undefined => {
    const pushed = standings.get(id)
    if (pushed) return pushed
    for (const [, pages] of queries.getQueriesData<TicketPages>({ queryKey: keys.ticketLists })) {
      const ticket = pages && knownTicket(pages, id)
      if (ticket) return standingOf(ticket)
    }
    return undefined
  }
  /** Keeps the counts; fetches them where they cannot be known: a ticket that is seen for the first time, say. */
  const keepCounts = (id: string, after: Standing | null, isNew = false) => {
    const before = isNew ? (standings.get(id) ?? null) : knownStanding(id)
    standings.delete(id)
    if (after) standings.set(id, after)
    if (standings.size > mostStandings) standings.delete(standings.keys().next().value!)
    if (before && after && sameStanding(before, after)) return
    const counts = queries.getQueryData<TicketCounts>(keys.counts)
    const next =
      before === undefined || queries.isFetching({ queryKey: keys.counts }) > 0
        ? undefined
        : counts && afterChange(counts, before, after, targets.userId)
    if (!next) return refreshCounts()
    queries.setQueryData(keys.counts, next)
    if (queries.getQueryData(keys.ticketViewCounts) !== undefined)
      viewsDue ??= setTimeout(() => {
        viewsDue = null
        void queries.invalidateQueries({ queryKey: keys.ticketViewCounts })
      }, countsInterval)
    checkDue ??= setTimeout(() => {
      checkDue = null
      void queries.invalidateQueries({ queryKey: keys.counts })
    }, countsChecked)
  }
  const refreshLists = (asks: (filter: TicketFilter) => boolean) => {
    for (const [key] of queries.getQueriesData<TicketPages>({ queryKey: keys.ticketLists }))
      if (asks(key[2] as TicketFilter)) unsure.add(key)
    if (unsure.size === 0) return
    listsDue ??= setTimeout(() => {
      listsDue = null
      for (const queryKey of unsure) void queries.invalidateQueries({ queryKey, exact: true })
      unsure.clear()
    }, countsInterval)
  }
  /**
   * Changes what is known. An answer on its way may have been written before the push: it is changed too when it comes,
   * if what was pushed still holds.
   */
  const changePages = <Pages>(queryKey: QueryKey, change: (pages: Pages) => Pages, holds = () => true) => {
    const apply = () => void queries.setQueryData<Pages>(queryKey, (pages) => pages && change(pages))
    apply()
    const cache = queries.getQueryCache()
    const query = cache.find({ queryKey, exact: true })
    if (query?.state.fetchStatus !== 'fetching') return
    const stop = cache.subscribe(({ type, query: changed }) => {
      if (changed !== query || (type !== 'removed' && query.state.fetchStatus === 'fetching')) return
      stop()
      awaited.delete(stop)
      if (type !== 'removed' && holds()) apply()
    })
    awaited.add(stop)
  }
  const eachList = (change: (pages: TicketPages, filter: TicketFilter) => TicketPages, holds: () => boolean) => {
    for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: keys.ticketLists }))
      changePages<TicketPages>(queryKey, (pages) => change(pages, queryKey[2] as TicketFilter), holds)
  }
  const takeTicket = (ticket: Ticket, isNew = false) => {
    if ((latest.get(ticket.id) ?? '') > ticket.updatedAt) return
    latest.set(ticket.id, ticket.updatedAt)
    keepCounts(ticket.id, standingOf(ticket), isNew)
    eachList(
      (pages, filter) => placeTicket(pages, ticket, filter, targets.userId),
      () => latest.get(ticket.id) === ticket.updatedAt,
    )
    refreshLists(
      (filter) =>
        (filter.contactAttributes.length > 0 || filter.days !== null) &&
        belongs(ticket, filter, targets.userId) === 'unknown',
    )
    queries.setQueryData<Ticket>(keys.ticket(ticket.id), (known) => known && newerTicket(known, ticket))
    refreshBoard()
  }
  const refreshAround = ({ id, contactId }: Ticket) => {
    for (const queryKey of [keys.logs(id), keys.aboutContact(contactId)]) void queries.invalidateQueries({ queryKey })
  }
  const changeThread = (ticketId: string, change: (pages: MessagePages) => MessagePages) =>
    changePages<MessagePages>(keys.thread(ticketId), change)
  const takeMessage = (message: Message) => {
    changeThread(message.ticketId, (pages) => placeMessage(pages, message))
    if (message.idFront) targets.onOwnMessage(message.ticketId, message.idFront)
  }
  const bare = ({
    ticket: _ticket,
    begins: _begins,
    ...message
  }: Message & { ticket: Ticket; begins?: true }): Message => message

  const takePush = (push: TicketListPush) => {
    switch (push.type) {
      case 'chat:create':
        // A ticket that begins with the message is told of by it alone.
        if (!latest.has(push.payload.ticketId)) refreshAround(push.payload.ticket)
        takeTicket(push.payload.ticket, push.payload.begins === true)
        takeMessage(bare(push.payload))
        queries.setQueryData<ScheduledMessages>(
          keys.scheduled(push.payload.ticketId),
          (list) => list && dropScheduled(list, push.payload.id),
        )
        break
      case 'chat:schedule':
        queries.setQueryData<ScheduledMessages>(
          keys.scheduled(push.payload.ticketId),
          (list) => list && placeScheduled(list, push.payload),
        )
        if (push.payload.idFront) targets.onOwnMessage(push.payload.ticketId, push.payload.idFront)
        break
      case 'chat:update':
      case 'chat:ack':
        takeMessage(push.payload)
        break
      case 'chat:delete':
        changeThread(push.payload.ticketId, (pages) => markDeleted(pages, push.payload.id))
        break
      case 'ticket:create':
      case 'ticket:update':
      case 'ticket:woken':
      case 'ticket:waiting':
      case 'ticket:transferred':
      case 'ticket:merge':
        takeTicket(push.payload, push.type === 'ticket:create')
        if (push.type === 'ticket:merge')
          for (const queryKey of [
            keys.thread(push.payload.id),
            keys.scheduled(push.payload.id),
            keys.ticketMerges(push.payload.id),
          ])
            void queries.invalidateQueries({ queryKey })
        refreshAround(push.payload)
        break
      case 'ticket:remove':
        latest.delete(push.payload.id)
        keepCounts(push.payload.id, null)
        eachList(
          (pages) => dropTicket(pages, push.payload.id),
          () => !latest.has(push.payload.id),
        )
        ticketGone(queries, push.payload.id)
        refreshBoard()
        break
      case 'plugin:update':
        // The plugin's own panels fetch again.
        break
    }
  }
  const takeConnection = (push: ConnectionPush) => {
    queries.setQueryData<Connection[]>(
      keys.connections,
      (rows) =>
        rows &&
        (push.action === 'delete'
          ? rows.filter((row) => row.id !== push.whatsappId)
          : placeConnection(rows, push.whatsapp)),
    )
  }

  const takeUser = ({ payload }: UserPush) => {
    if (payload.id === targets.userId) targets.onOwnStatus(payload.status)
    for (const queryKey of [keys.users, keys.ticketBoardCards]) void queries.invalidateQueries({ queryKey })
  }

  const takeContact = ({ payload }: ContactPush) => {
    refreshLists((filter) => filter.contactAttributes.length > 0)
    for (const queryKey of [keys.contactLists, keys.contactNotes, keys.aboutContact(payload.id)])
      void queries.invalidateQueries({ queryKey })
  }

  const stops = [
    live.on('ticketList', (push) => takePush(push as TicketListPush)),
    live.on('whatsapp', (push) => takeConnection(push as ConnectionPush)),
    live.on('user', (push) => takeUser(push as UserPush)),
    live.on('contact', (push) => takeContact(push as ContactPush)),
    live.on('plugin', (data) => {
      const { plugin, name } = data as PluginPush
      if (name === 'badge') void queries.invalidateQueries({ queryKey: [...keys.navBadges, plugin] })
    }),
    live.on('bell', () => void queries.invalidateQueries({ queryKey: keys.bell })),
    live.on('plugins', () => {
      for (const queryKey of [keys.manifest, keys.plugins]) void queries.invalidateQueries({ queryKey })
    }),
    // The server is back: failed queries are sent again automatically.
    live.on('connected', () => {
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.error !== null && isTransient(asApiError(state.error)),
      })
    }),
    live.on('resync', (gap) => {
      const fetching = fetchAnew(queries)
      if (!(gap as StreamGap).isFirst) targets.onCatchUp(fetching)
    }),
  ]
  return () => {
    for (const stop of [...stops, ...awaited]) stop()
    for (const due of [countsDue, checkDue, viewsDue, boardDue, listsDue]) if (due) clearTimeout(due)
  }
}
