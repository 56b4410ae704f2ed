import {
  seesMasked,
  type MessageSearchPage,
  type MessageSearchQuery,
  type Viewer,
  type VisibilitySettings,
} from '@recado/contracts'
import type * as z from 'zod'
import { pictureUrls } from '../../contacts/contact-picture.ts'
import { searchText } from '../../contacts/contact-search.ts'
import { readCursor, writeCursor, type Cursor } from '../../db/cursor.ts'
import type { Database } from '../../db/database.ts'
import type { MediaStore } from '../../media/media.ts'
import { ticketRows, toTicket, type ServiceWindows } from '../../tickets/ticket-rows.ts'
import { visibleTickets } from '../../tickets/visibility-sql.ts'
import { maskedAuthor } from '../../realtime/message-masks.ts'
import { excerptBeside, excerptOf, holds } from './message-excerpt.ts'

/**
 * Messages that one step takes from the index before visibility is checked: few first, because a viewer who sees nearly
 * all of them has a page by then.
 */
const stepSize = (step: number): number => (step === 0 ? 200 : 2_000)
/** Steps of one request; a search that finds nothing visible in so many says where it goes on. */
const maxSteps = 8

const day = 24 * 60 * 60 * 1000
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

interface Step {
  looked: number
  last: Cursor | null
  /** How far the database came, where it gave up before it had looked at everything. */
  reached: Cursor | null
  hits: { id: string; ticket_id: string; key: string }[]
}
interface FoundMessage {
  id: string
  from_me: boolean
  username: string | null
  body: string
  /** What plugins added to it. */
  added: string | null
  sent_at: Date
}

/**
 * GET /messages/search: messages that hold every word, newest first, grouped by ticket, of tickets that the viewer may
 * see. Answers fewer than asked for, or none, and where it goes on, if what the viewer may not see or words that rarely
 * stand together make it long.
 */
export async function searchMessages(
  { db, media }: { db: Database; media: Pick<MediaStore, 'sign'> },
  viewer: Viewer,
  query: z.output<typeof MessageSearchQuery>,
  settings: VisibilitySettings,
  windows: ServiceWindows,
  now: Date,
): Promise<MessageSearchPage> {
  const search = searchText(query.searchParam)
  const { hits, next } = await walk(
    db,
    viewer,
    {
      search,
      ticketId: query.ticketId ?? null,
      from: readCursor(query.cursor) ?? { at: new Date(now.getTime() + day).toISOString(), id: lastId },
      limit: query.limit,
    },
    settings,
  )
  const masked = seesMasked(viewer, settings)
  const [tickets, messages] =
    hits.length === 0
      ? [[], []]
      : await db.read(viewer.tenantId, (sql) => [
          ticketRows(
            sql,
            sql`
              select t.*
                from core.ticket t
               where t.tenant_id = ${viewer.tenantId}
                 and t.id = any (${[...new Set(hits.map((hit) => hit.ticket_id))]}::uuid[])
                 and ${visibleTickets(sql, viewer, settings)}`,
            viewer.userId,
            windows,
          ),
          sql<FoundMessage>`
            select m.id, m.from_me, coalesce(u.name, m.sender_name) as username, m.body, m.sent_at,
                   (select string_agg(w.body, E'\\n' order by w.plugin) from core.added_words w
                     where w.tenant_id = m.tenant_id and w.message_id = m.id) as added
              from core.message m
              left join core.user_account u on u.tenant_id = m.tenant_id and u.id = m.user_id
             where m.tenant_id = ${viewer.tenantId}
               and m.id = any (${hits.map((hit) => hit.id)}::uuid[])
               and m.deleted_at is null`,
        ])
  const picture = pictureUrls(media, viewer.tenantId)
  const ticketOf = new Map(tickets.map((row) => [row.id, toTicket(row, masked, picture)]))
  const messageOf = new Map(messages.map((row) => [row.id, row]))
  const results = new Map<string, MessageSearchPage['results'][number]>()
  for (const hit of hits) {
    const ticket = ticketOf.get(hit.ticket_id)
    const message = messageOf.get(hit.id)
    // Gone since it was found a moment ago.
    if (!ticket || !message) continue
    const isBeside = message.added !== null && !holds(message.body, search)
    const result = results.get(ticket.id) ?? { ticket, hits: [] }
    result.hits.push({
      id: message.id as never,
      fromMe: message.from_me,
      username: masked ? maskedAuthor(message.from_me, message.username) : message.username,
      timestamp: message.sent_at.toISOString(),
      excerpt: isBeside ? excerptBeside(message.body, message.added!, search) : excerptOf(message.body, search),
      isBeside,
    })
    results.set(ticket.id, result)
  }
  return { results: [...results.values()], hasMore: next !== null, nextCursor: next && writeCursor(next) }
}

/** Beginning of a search and its limits. */
interface Walk {
  readonly search: string
  readonly ticketId: string | null
  readonly from: Cursor
  readonly limit: number
}

async function walk(
  db: Database,
  viewer: Viewer,
  { search, ticketId, from, limit }: Walk,
  settings: VisibilitySettings,
): Promise<{ hits: Step['hits']; next: Cursor | null }> {
  const hits: Step['hits'] = []
  let before = from
  for (let step = 0; step < maxSteps; step++) {
    const most = stepSize(step)
    const found = await oneStep(db, viewer, settings, {
      search,
      ticketId,
      before,
      most,
      limit: limit - hits.length + 1,
    })
    hits.push(...found.hits)
    if (hits.length > limit) {
      const last = hits[limit - 1]!
      return { hits: hits.slice(0, limit), next: { at: last.key, id: last.id } }
    }
    if (found.reached || found.looked < most) return { hits, next: found.reached }
    before = found.last!
  }
  return { hits, next: before }
}

/**
 * Visibility is asked by a subquery for one value, which looks one ticket up: a join with what a function finds may be
 * made by reading all tickets of the company.
 */
async function oneStep(
  db: Database,
  viewer: Viewer,
  settings: VisibilitySettings,
  {
    search,
    ticketId,
    before,
    most,
    limit,
  }: { search: string; ticketId: string | null; before: Cursor; most: number; limit: number },
): Promise<Step> {
  const [rows] = await db.read(viewer.tenantId, (sql) => {
    const position = sql`${before.at}::text::timestamptz, ${before.id}::uuid`
    const walked =
      ticketId === null
        ? sql`core.search_messages(${viewer.tenantId}, ${search}, ${position}, ${most})`
        : sql`core.search_ticket_messages(${viewer.tenantId}, ${ticketId}, ${search}, ${position}, ${most})`
    return [
      sql<Step>`
    with walked as materialized (
      select f.id, f.ticket_id, f.sent_at, to_char(f.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key
        from ${walked} f
    ), found as (
      select distinct w.* from walked w where w.ticket_id is not null
    ), seen as (
      select f.*
        from found f
       where (select ${visibleTickets(sql, viewer, settings)}
                from core.ticket t
               where t.tenant_id = ${viewer.tenantId} and t.id = f.ticket_id)
       order by f.sent_at desc, f.id desc limit ${limit}
    )
    select (select count(*)::integer from walked w where w.ticket_id is not null) as looked,
           (select jsonb_build_object('at', f.key, 'id', f.id) from found f order by f.sent_at, f.id limit 1) as last,
           (select jsonb_build_object('at', w.key, 'id', w.id) from walked w where w.ticket_id is null) as reached,
           coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'ticket_id', s.ticket_id,
             'key', s.key) order by s.sent_at desc,
             s.id desc)
                       from seen s),
                    '[]') as hits`,
    ]
  })
  return rows[0]!
}
