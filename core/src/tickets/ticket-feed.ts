import type { Message, Ticket, TicketFacts, TicketListPush } from '@recado/contracts'
import { pictureUrls } from '../contacts/contact-picture.ts'
import type { Database } from '../db/database.ts'
import { messageRows, toMessage } from '../messages/message-rows.ts'
import { scheduledRows, toScheduled } from '../messages/scheduled-rows.ts'
import type { MediaStore } from '../media/media.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { marksOf } from './ticket-marks.ts'
import { toTicket, ticketRows, type ServiceWindows } from './ticket-rows.ts'
import { factsOf } from './ticket-lock.ts'

/** Changes of conversations of one tenant; ids of tickets and messages as they are stored now. */
export interface FeedChange {
  readonly tickets?: readonly {
    readonly id: string
    readonly type: 'ticket:create' | 'ticket:update' | 'ticket:woken' | 'ticket:transferred' | 'ticket:merge'
    readonly before?: TicketFacts
  }[]
  readonly messages?: readonly {
    readonly id: string
    readonly ticketId: string
    readonly type: 'chat:create' | 'chat:update' | 'chat:ack' | 'chat:delete'
  }[]
}

/**
 * Shows committed changes to open clients. Reads the rows anew, once for everything that came together, and only while
 * somebody of the tenant is connected. Never throws: when the rows cannot be read, clients are
 * told to fetch anew.
 */
export interface TicketFeed {
  show(tenantId: string, change: FeedChange): Promise<void>
  /**
   * A message that waits for its time was stored, changed or ended. One that was sent is shown by {@link show}, under
   * the same id.
   */
  scheduled(tenantId: string, id: string): Promise<void>
  removed(tenantId: string, ticketId: string, before: TicketFacts): void
}

function pushOf(
  type: NonNullable<FeedChange['messages']>[number]['type'],
  message: Message,
  ticket: Ticket,
): TicketListPush {
  switch (type) {
    case 'chat:create':
      return { type, payload: { ...message, ticket } }
    case 'chat:delete':
      return { type, payload: { id: message.id, ticketId: message.ticketId } }
    case 'chat:update':
    case 'chat:ack':
      return { type, payload: message }
  }
}

export function createTicketFeed(deps: {
  db: Database
  realtime: Realtime
  media: MediaStore
  windows: () => ServiceWindows
  onError(error: unknown): void
}): TicketFeed {
  const { db, realtime, media } = deps

  async function push(tenantId: string, change: FeedChange): Promise<void> {
    const ticketIds = [
      ...new Set([
        ...(change.tickets ?? []).map((entry) => entry.id),
        ...(change.messages ?? []).map((entry) => entry.ticketId),
      ]),
    ]
    const messageIds = (change.messages ?? []).map((entry) => entry.id)
    const [ticketList, messageList, markList] = await db.read(tenantId, (sql) => [
      ticketRows(
        sql,
        sql`select t.* from core.ticket t where t.tenant_id = ${tenantId} and t.id = any (${ticketIds}::uuid[])`,
        null,
        deps.windows(),
      ),
      messageRows(
        sql,
        sql`select m.* from core.message m where m.tenant_id = ${tenantId} and m.id = any (${messageIds}::uuid[])`,
      ),
      marksOf(sql, tenantId, ticketIds),
    ])
    const marks = new Map(
      markList.map((row) => [row.ticket_id, { pinnedBy: row.pinned_by, watchedBy: row.watched_by }]),
    )
    // Unmasked: the audience decides for each receiver what of a contact they see.
    const picture = pictureUrls(media, tenantId)
    const tickets = new Map(ticketList.map((row) => [row.id, toTicket(row, false, picture)]))
    const messages = new Map<string, Message>(messageList.map((row) => [row.id, toMessage(row, tenantId, media)]))
    const changes = new Map<string, { before?: TicketFacts; pushes: TicketListPush[] }>()
    const of = (id: string) => changes.get(id) ?? changes.set(id, { pushes: [] }).get(id)!
    for (const entry of change.tickets ?? []) {
      const ticket = tickets.get(entry.id)
      if (!ticket) continue
      const told = of(entry.id)
      told.pushes.push({ type: entry.type, payload: ticket })
      if (entry.before) told.before = entry.before
    }
    for (const entry of change.messages ?? []) {
      const message = messages.get(entry.id)
      const ticket = tickets.get(entry.ticketId)
      if (!message || !ticket) continue
      of(entry.ticketId).pushes.push(pushOf(entry.type, message, ticket))
    }
    for (const [ticketId, { before, pushes }] of changes) {
      const ticket = tickets.get(ticketId)!
      realtime.ticketChanged(tenantId, {
        ticketId,
        marks: marks.get(ticketId)!,
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
      await push(tenantId, change).catch((error: unknown) => lost(tenantId, error))
    },
    removed: (tenantId, ticketId, before) =>
      realtime.ticketChanged(tenantId, { ticketId, before, after: null, pushes: [] }),
  }
}
