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
  ScheduledMessages,
  Ticket,
  TicketListPush,
  UserPush,
} from '../../base/contracts.ts'
import { markDeleted, placeMessage, type MessagePages } from '../messages/message-merge.ts'
import { dropScheduled, placeScheduled } from '../messages/scheduled.ts'
import type { StreamGap } from '../realtime/live-stream.ts'
import { ticketGone } from '../tickets/ticket-gone.ts'
import { belongs, type TicketFilter } from '../tickets/ticket-filter.ts'
import { dropTicket, newerTicket, placeTicket, type TicketPages } from '../tickets/ticket-merge.ts'

/** Interval of fetching counts, and lists that only the server can evaluate, while pushes arrive. Milliseconds. */
const countsInterval = 1_000

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

/** Keeps every cached list, thread and count equal to what the server pushes. Answers a function that stops it. */
export function applyPushes(live: LiveEvents, targets: PushTargets): () => void {
  const { queries } = targets
  // A push may be older than an answer that came before it; a list that no longer holds the ticket cannot detect that.
  const latest = new Map<string, string>()
  let countsDue: ReturnType<typeof setTimeout> | null = null
  // Lists for which only the server can decide whether they contain the change.
  const unsure = new Set<QueryKey>()
  let listsDue: ReturnType<typeof setTimeout> | null = null

  const refreshCounts = () => {
    countsDue ??= setTimeout(() => {
      countsDue = null
      for (const queryKey of [keys.counts, keys.ticketBoard]) void queries.invalidateQueries({ queryKey })
    }, countsInterval)
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
  const eachList = (change: (pages: TicketPages, filter: TicketFilter) => TicketPages) => {
    for (const [key, pages] of queries.getQueriesData<TicketPages>({ queryKey: keys.ticketLists })) {
      if (pages) queries.setQueryData<TicketPages>(key, change(pages, key[2] as TicketFilter))
    }
  }
  const takeTicket = (ticket: Ticket) => {
    if ((latest.get(ticket.id) ?? '') > ticket.updatedAt) return
    latest.set(ticket.id, ticket.updatedAt)
    eachList((pages, filter) => placeTicket(pages, ticket, filter, targets.userId))
    refreshLists(
      (filter) => filter.contactAttributes.length > 0 && belongs(ticket, filter, targets.userId) === 'unknown',
    )
    queries.setQueryData<Ticket>(keys.ticket(ticket.id), (known) => known && newerTicket(known, ticket))
    refreshCounts()
  }
  const refreshAround = ({ id, contactId }: Ticket) => {
    for (const queryKey of [keys.logs(id), keys.aboutContact(contactId)]) void queries.invalidateQueries({ queryKey })
  }
  const takeMessage = (message: Message) => {
    queries.setQueryData<MessagePages>(keys.thread(message.ticketId), (pages) => pages && placeMessage(pages, message))
    if (message.idFront) targets.onOwnMessage(message.ticketId, message.idFront)
  }
  const bare = ({ ticket: _ticket, ...message }: Message & { ticket: Ticket }): Message => message

  const takePush = (push: TicketListPush) => {
    switch (push.type) {
      case 'chat:create':
        // A ticket that begins with the message is told of by it alone.
        if (!latest.has(push.payload.ticketId)) refreshAround(push.payload.ticket)
        takeTicket(push.payload.ticket)
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
        queries.setQueryData<MessagePages>(
          keys.thread(push.payload.ticketId),
          (pages) => pages && markDeleted(pages, push.payload.id),
        )
        break
      case 'ticket:create':
      case 'ticket:update':
      case 'ticket:woken':
      case 'ticket:transferred':
      case 'ticket:merge':
        takeTicket(push.payload)
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
        eachList((pages) => dropTicket(pages, push.payload.id))
        ticketGone(queries, push.payload.id)
        refreshCounts()
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
      // Inactive queries are fetched when they are used.
      const fetching = queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== keys.manifest[0] })
      if (!(gap as StreamGap).isFirst) targets.onCatchUp(fetching)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    if (countsDue) clearTimeout(countsDue)
    if (listsDue) clearTimeout(listsDue)
  }
}
