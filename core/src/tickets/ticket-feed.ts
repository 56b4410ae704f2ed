import type { Message, Ticket, TicketFacts, TicketListPush } from '@recado/contracts'
import { createBatcher } from '../base/batcher.ts'
import { pictureUrls } from '../contacts/contact-picture.ts'
import type { Database } from '../db/database.ts'
import { messageRows, messagesByIds, toMessage } from '../messages/message-rows.ts'
import { scheduledRows, toScheduled } from '../messages/scheduled-rows.ts'
import type { MediaStore } from '../media/media.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { FeedChange, TicketFeed } from '../realtime/ticket-feed.ts'
import { withMarks } from './ticket-marks.ts'
import type { TicketMarks } from '../realtime/ticket-marks.ts'
import { ticketRows, ticketsByIds, toTicket, type ServiceWindows } from './ticket-rows.ts'
import { factsOf } from './ticket-lock.ts'

function pushOf(
  type: NonNullable<FeedChange['messages']>[number]['type'],
  message: Message,
  ticket: Ticket,
  begins: boolean,
): TicketListPush {
  switch (type) {
    case 'chat:create':
      return { type, payload: { ...message, ticket, ...(begins && { begins }) } }
    case 'chat:delete':
      return { type, payload: { id: message.id, ticketId: message.ticketId } }
    case 'chat:update':
    case 'chat:ack':
      return { type, payload: message }
  }
}

/** Changes that are read together; more would hold up the first of them. */
const mostTogether = 128
/** A reading takes milliseconds; one that takes so long is given up, and clients fetch anew. */
const readWithinMs = 8_000

interface Shown {
  readonly tenantId: string
  readonly change: FeedChange
}

/** Tickets and messages of changes as they are stored now, by id. */
interface Rows {
  readonly tickets: ReadonlyMap<string, { readonly ticket: Ticket; readonly marks: TicketMarks }>
  readonly messages: ReadonlyMap<string, Message>
}

export function createTicketFeed(deps: {
  db: Database
  realtime: Realtime
  media: MediaStore
  windows: () => ServiceWindows
  onError(error: unknown): void
}): TicketFeed {
  const { db, realtime, media } = deps
  const showTogether = createBatcher<Shown, void>({
    max: mostTogether,
    deadlineMs: readWithinMs,
    late: () => new Error('committed changes could not be read in time'),
    isFaultOfItem: () => false,
    async run(items) {
      const byTenant = Map.groupBy(items, ({ tenantId }) => tenantId)
      await Promise.all([...byTenant].map(([tenantId, shown]) => pushAll(tenantId, shown)))
      return items.map(() => undefined)
    },
  })

  /** Reads what all changes name once, and shows them one after the other. */
  async function pushAll(tenantId: string, shown: readonly Shown[]): Promise<void> {
    try {
      const rows = await read(
        tenantId,
        shown.map(({ change }) => change),
      )
      for (const { change } of shown) push(tenantId, change, rows)
    } catch (error) {
      lost(tenantId, error)
    }
  }

  async function read(tenantId: string, changes: readonly FeedChange[]): Promise<Rows> {
    const messages = changes.flatMap((change) => change.messages ?? [])
    const messageIds = [...new Set(messages.map((entry) => entry.id))]
    const ticketIds = [
      ...new Set([
        ...changes.flatMap((change) => change.tickets ?? []).map((entry) => entry.id),
        ...messages.map((entry) => entry.ticketId),
      ]),
    ]
    const [ticketList, messageList = []] = await db.read(
      tenantId,
      (sql) => {
        const tickets = withMarks(
          sql,
          tenantId,
          ticketRows(sql, ticketsByIds(sql, tenantId, ticketIds), null, deps.windows()),
        )
        return messageIds.length === 0
          ? ([tickets] as const)
          : ([tickets, messageRows(sql, messagesByIds(sql, tenantId, messageIds))] as const)
      },
      { keepsPlans: true },
    )
    // Unmasked: the audience decides for each receiver what of a contact they see.
    const picture = pictureUrls(media, tenantId)
    return {
      tickets: new Map(
        ticketList.map((row) => [
          row.id,
          { ticket: toTicket(row, false, picture), marks: { pinnedBy: row.pinned_by, watchedBy: row.watched_by } },
        ]),
      ),
      messages: new Map(messageList.map((row) => [row.id, toMessage(row, tenantId, media)])),
    }
  }

  function push(tenantId: string, change: FeedChange, rows: Rows): void {
    const changes = new Map<string, { before?: TicketFacts; pushes: TicketListPush[] }>()
    const of = (id: string) => changes.get(id) ?? changes.set(id, { pushes: [] }).get(id)!
    // A message brings its ticket: one that begins with it is not told of apart.
    const begun = new Set(
      (change.messages ?? [])
        .filter(({ id, type }) => type === 'chat:create' && rows.messages.has(id))
        .map(({ ticketId }) => ticketId),
    )
    // Told with the first message of each alone.
    const begins = new Set(
      (change.tickets ?? []).filter(({ id, type }) => type === 'ticket:create' && begun.has(id)).map(({ id }) => id),
    )
    for (const entry of change.tickets ?? []) {
      const found = rows.tickets.get(entry.id)
      if (!found || (entry.type === 'ticket:create' && begun.has(entry.id))) continue
      const told = of(entry.id)
      told.pushes.push({ type: entry.type, payload: found.ticket })
      if (entry.before) told.before = entry.before
    }
    for (const entry of change.messages ?? []) {
      const message = rows.messages.get(entry.id)
      const found = rows.tickets.get(entry.ticketId)
      if (!message || !found) continue
      of(entry.ticketId).pushes.push(
        pushOf(entry.type, message, found.ticket, entry.type === 'chat:create' && begins.delete(entry.ticketId)),
      )
    }
    for (const [ticketId, { before, pushes }] of changes) {
      const { ticket, marks } = rows.tickets.get(ticketId)!
      realtime.ticketChanged(tenantId, {
        ticketId,
        marks,
        ...(before ? { before } : {}),
        after: { userId: ticket.userId, queueId: ticket.queueId, withBot: ticket.withBot },
        pushes,
      })
    }
  }

  function lost(tenantId: string, error: unknown): void {
    deps.onError(error)
    realtime.resync(tenantId)
  }

  async function pushScheduled(tenantId: string, id: string): Promise<void> {
    const [[row]] = await db.read(tenantId, (sql) => [
      scheduledRows(
        sql,
        sql`select s.* from core.scheduled_message s where s.tenant_id = ${tenantId} and s.id = ${id}`,
      ),
    ])
    if (row)
      realtime.ticketChanged(tenantId, {
        ticketId: row.ticket_id,
        after: factsOf({ user_id: row.ticket_user, queue_id: row.ticket_queue, bot: row.ticket_bot }),
        pushes: [{ type: 'chat:schedule', payload: toScheduled(row, tenantId, media) }],
      })
  }

  return {
    async scheduled(tenantId, id) {
      if (realtime.hasListeners(tenantId))
        await pushScheduled(tenantId, id).catch((error: unknown) => lost(tenantId, error))
    },
    async show(tenantId, change) {
      if (!realtime.hasListeners(tenantId)) return
      await showTogether({ tenantId, change }).catch((error: unknown) => lost(tenantId, error))
    },
    removed: (tenantId, ticketId, before) =>
      realtime.ticketChanged(tenantId, { ticketId, before, after: null, pushes: [] }),
  }
}
