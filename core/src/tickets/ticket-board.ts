import {
  mint,
  seesMasked,
  type QueueId,
  type TicketBoard,
  type TicketBoardPage,
  type TicketBoardQuery,
  type UserId,
  type Viewer,
} from '@recado/contracts'
import type * as z from 'zod'
import { pictureUrls } from '../contacts/contact-picture.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Database } from '../db/database.ts'
import { behindName, byName, readNameCursor, writeNameCursor } from '../db/name-cursor.ts'
import type { MediaStore } from '../media/media.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { toTicket, ticketRows, type ServiceWindows } from './ticket-rows.ts'
import { visibleTickets } from './visibility-sql.ts'

const usersAtOnce = 40
const ticketsAtOnce = 20
/** No card counts more tickets than this. */
const cap = 10_000

export interface TicketBoardsDeps {
  readonly db: Database
  readonly media: Pick<MediaStore, 'sign'>
  readonly settings: Pick<SettingsReader, 'visibility'>
  readonly windows: () => ServiceWindows
  readonly picture: (tenantId: string, image: string | null) => string | null
}

interface UserCard {
  id: string
  name: string
  image: string | null
  is_online: boolean
  open: number
  unanswered: number
  waiting_since: Date | null
  last_reply_at: Date | null
}
interface QueueCard {
  id: string | null
  queue: string | null
  color: string | null
  open: number
  pending: number
  waiting_since: Date | null
}

/** The panel of attendances (S2-026): live cards per person and per queue, of what the viewer may see. */
export class TicketBoards {
  readonly #deps: TicketBoardsDeps
  constructor(deps: TicketBoardsDeps) {
    this.#deps = deps
  }

  /** One round trip for everything; people by name, a page at a time. */
  async board(viewer: Viewer, cursor: string | undefined): Promise<TicketBoard> {
    const { db, settings, picture } = this.#deps
    const { tenantId } = viewer
    const visibility = await settings.visibility(tenantId)
    const after = readNameCursor(cursor)
    const [users, queues] = await db.read(tenantId, (sql) => {
      // No customer waits in a snoozed ticket, nor in one without messages: a property test holds this equal to slaOf
      // of the contracts.
      const live = sql`
        select t.user_id, t.queue_id, t.status,
               t.answered or t.snoozed_at is not null or t.last_message_at is null as answered, t.last_message_from_me,
               t.last_message_at, greatest(t.last_message_at, t.woken_at) as waiting_since
          from core.ticket t
         where t.tenant_id = ${tenantId}
           and t.status in ('open', 'pending')
           and ${visibleTickets(sql, viewer, visibility)} limit ${cap}`
      return [
        sql<UserCard>`
          with live as (${live}), busy as (
            select user_id, count(*)::integer as open, count(*) filter (where not answered)::integer as unanswered,
                   min(waiting_since) filter (where not answered) as waiting_since,
                   max(last_message_at) filter (where last_message_from_me) as last_reply_at
              from live
             where user_id is not null and status = 'open'
             group by user_id)
          select u.id, u.name, u.image, u.is_online, coalesce(b.open, 0) as open,
                 coalesce(b.unanswered, 0) as unanswered, b.waiting_since, b.last_reply_at
            from core.user_account u left join busy b on b.user_id = u.id
           where u.tenant_id = ${tenantId}
             and u.deleted_at is null
             and not u.is_hidden
             and (b.open is not null or u.is_active)
             and ${behindName(sql, sql`u`, after)}
           order by ${byName(sql, sql`u`)} limit ${usersAtOnce + 1}`,
        after
          ? sql<QueueCard>`select null::uuid as id where false`
          : sql<QueueCard>`
            with live as (${live}), held as (
              select queue_id, count(*) filter (where status = 'open')::integer as open,
                     count(*) filter (where status = 'pending')::integer as pending,
                     min(waiting_since) filter (where not answered) as waiting_since
                from live
               group by queue_id)
            select *
              from (select q.id, q.name as queue, q.color, coalesce(h.open, 0) as open,
                           coalesce(h.pending, 0) as pending, h.waiting_since
                      from core.queue q
                      left join held h on h.queue_id = q.id
                     where q.tenant_id = ${tenantId} and (q.is_active or h.queue_id is not null)
                    union all select null, null, null, h.open, h.pending, h.waiting_since
                      from held h
                     where h.queue_id is null) card
             order by waiting_since nulls last, core.searchable(queue) nulls last`,
      ]
    })
    const shown = users.slice(0, usersAtOnce)
    const last = shown.at(-1)
    const hasMore = users.length > usersAtOnce
    return {
      users: shown.map((row) => ({
        id: mint<UserId>(row.id),
        name: row.name,
        image: picture(tenantId, row.image),
        isOnline: row.is_online,
        open: row.open,
        unanswered: row.unanswered,
        waitingSince: row.waiting_since?.toISOString() ?? null,
        lastReplyAt: row.last_reply_at?.toISOString() ?? null,
      })),
      hasMore,
      nextCursor: hasMore && last ? writeNameCursor(last) : null,
      queues: queues.map((row) => ({
        id: row.id === null ? null : mint<QueueId>(row.id),
        queue: row.queue,
        color: row.color,
        open: row.open,
        pending: row.pending,
        waitingSince: row.waiting_since?.toISOString() ?? null,
      })),
    }
  }

  /** Of a card, longest untouched first. */
  async tickets(
    viewer: Viewer,
    { userId, queueId, cursor }: z.output<typeof TicketBoardQuery>,
  ): Promise<TicketBoardPage> {
    const { db, settings, windows } = this.#deps
    const { tenantId } = viewer
    const visibility = await settings.visibility(tenantId)
    const after = readCursor(cursor)
    const [rows] = await db.read(tenantId, (sql) => {
      const place =
        userId !== undefined
          ? sql`t.user_id = ${userId} and t.status = 'open'`
          : queueId === 'none'
            ? sql`t.queue_id is null`
            : sql`t.queue_id = ${queueId!}`
      return [
        ticketRows(
          sql,
          sql`
            select t.* from core.ticket t
             where t.tenant_id = ${tenantId}
               and t.status <> 'closed'
               and t.status <> 'group'
               and ${place}
               and ${visibleTickets(sql, viewer, visibility)}
               and ${
                 after ? sql`(t.updated_at, t.id) > (${after.at}::text::timestamptz, ${after.id}::uuid)` : sql`true`
               }
             order by t.updated_at, t.id limit ${ticketsAtOnce + 1}`,
          viewer.userId,
          windows(),
        ),
      ]
    })
    // The rows come newest first, as lists show them.
    const oldestFirst = rows.toReversed()
    const shown = oldestFirst.slice(0, ticketsAtOnce)
    const last = shown.at(-1)
    const hasMore = rows.length > ticketsAtOnce
    const masked = seesMasked(viewer, visibility)
    const picture = pictureUrls(this.#deps.media, tenantId)
    return {
      tickets: shown.map((row) => toTicket(row, masked, picture)),
      hasMore,
      nextCursor: hasMore && last ? writeCursor({ at: last.updated_key, id: last.id }) : null,
    }
  }
}
