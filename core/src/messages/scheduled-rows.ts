import type { ScheduledMessage, TicketFacts } from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import { mediaOf } from './message-rows.ts'
import type { MessageParts } from '../tables/scheduled-message.table.ts'

/** A scheduled message with its author's name and whose its ticket is, as {@link scheduledRows} answers it. */
export interface ScheduledRow {
  id: string
  ticket_id: string
  user_id: string
  username: string | null
  body: string
  messages: MessageParts[]
  state: ScheduledMessage['status']
  due_at: Date
  failure: { code: string } | null
  id_front: string | null
  created_at: Date
  ticket_user: TicketFacts['userId']
  ticket_queue: TicketFacts['queueId']
  ticket_bot: string | null
}

/**
 * Completes scheduled messages with names, in the order of their times. `page` selects from `core.scheduled_message s`.
 */
export const scheduledRows = (sql: SqlBuilder, page: Query): Query<ScheduledRow> => sql`
  with page as materialized (${page})
  select s.id, s.ticket_id, s.user_id, u.name as username, s.body, s.messages, s.state, s.due_at, s.failure, s.id_front,
         s.created_at, t.user_id as ticket_user, t.queue_id as ticket_queue, t.bot as ticket_bot
    from page s
    join core.ticket t on t.tenant_id = s.tenant_id and t.id = s.ticket_id
    left join core.user_account u on u.tenant_id = s.tenant_id and u.id = s.user_id
   order by s.due_at, s.id`

/** The public shape. */
export function toScheduled(row: ScheduledRow, tenantId: string, media: Pick<MediaStore, 'sign'>): ScheduledMessage {
  const parts = row.messages.flat()
  return {
    id: row.id as ScheduledMessage['id'],
    ticketId: row.ticket_id as ScheduledMessage['ticketId'],
    userId: row.user_id as ScheduledMessage['userId'],
    username: row.username,
    body: row.body,
    parts,
    media: mediaOf(parts, tenantId, media),
    status: row.state,
    scheduleDate: row.due_at.toISOString(),
    failure: row.failure,
    idFront: row.id_front,
    createdAt: row.created_at.toISOString(),
  }
}
