import {
  canSeeTicket,
  exchangedKinds,
  Refusal,
  seesMasked,
  type ExchangedFile,
  type ExchangedFilePage,
  type ExchangedFileQuery,
  type ExchangedKind,
  type Part,
  type Viewer,
} from '@recado/contracts'
import type * as z from 'zod'
import { readCursor, writeCursor, type Cursor } from '../db/cursor.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import { maskedAuthor } from '../realtime/message-masks.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import { ticketRows, type ServiceWindows } from '../tickets/ticket-rows.ts'
import { visibleTickets } from '../tickets/visibility-sql.ts'
import { mediaOf } from './message-rows.ts'

export interface ExchangedFilesDeps {
  readonly db: Database
  readonly media: Pick<MediaStore, 'sign'>
  readonly settings: Pick<SettingsReader, 'visibility'>
  readonly windows: () => ServiceWindows
}
type FileQuery = z.output<typeof ExchangedFileQuery>

/** A message that carries what is listed. `sent_key` is its time to the microsecond. */
export interface CarryingMessage {
  id: string
  ticket_id: string
  from_me: boolean
  username: string | null
  body: string
  parts: Part[]
  sent_at: Date
  sent_key: string
}

/** Files of conversations, newest first: of one, and of all that a viewer may see with a contact. */
export class ExchangedFiles {
  readonly #deps: ExchangedFilesDeps

  constructor(deps: ExchangedFilesDeps) {
    this.#deps = deps
  }

  /**
   * GET /contacts/{id}/files. The id of a contact that was merged stands for the one it is part of.
   * @throws Refusal ERR_NO_CONTACT_FOUND
   */
  async ofContact(viewer: Viewer, contactId: string, query: FileQuery): Promise<ExchangedFilePage> {
    const { tenantId } = viewer
    const settings = await this.#deps.settings.visibility(tenantId)
    const [found, rows] = await this.#deps.db.read(tenantId, (sql) => {
      const contact = sql`core.surviving_contact(${tenantId}, ${contactId})`
      const tickets = sql`select t.id from core.ticket t
        where t.tenant_id = ${tenantId} and t.contact_id = ${contact} and ${visibleTickets(sql, viewer, settings)}`
      return [
        sql<{ id: string | null }>`select ${contact} as id`,
        messagesWithFiles(sql, tenantId, tickets, query, readCursor(query.cursor)),
      ]
    })
    if (!found[0]?.id) throw new Refusal('ERR_NO_CONTACT_FOUND')
    return this.#page(tenantId, rows, query, seesMasked(viewer, settings))
  }

  /**
   * GET /messages/{ticketId}/files.
   * @throws Refusal ERR_NO_TICKET_FOUND, also for a ticket that the viewer may not see
   */
  async ofTicket(viewer: Viewer, ticketId: string, query: FileQuery): Promise<ExchangedFilePage> {
    const { tenantId, userId } = viewer
    const settings = await this.#deps.settings.visibility(tenantId)
    const [tickets, rows] = await this.#deps.db.read(tenantId, (sql) => {
      const ticket = sql`select t.* from core.ticket t where t.tenant_id = ${tenantId} and t.id = ${ticketId}`
      return [
        ticketRows(sql, ticket, userId, this.#deps.windows()),
        messagesWithFiles(sql, tenantId, sql`select ${ticketId}::uuid as id`, query, readCursor(query.cursor)),
      ]
    })
    const [ticket] = tickets
    if (!ticket || !canSeeTicket(viewer, factsOf(ticket), settings)) throw new Refusal('ERR_NO_TICKET_FOUND')
    return this.#page(tenantId, rows, query, seesMasked(viewer, settings))
  }

  #page(
    tenantId: string,
    rows: readonly CarryingMessage[],
    { kind, limit }: FileQuery,
    masked: boolean,
  ): ExchangedFilePage {
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const hasMore = rows.length > limit
    return {
      files: shown.flatMap((row) => filesOf(row, kind, tenantId, this.#deps.media, masked)),
      hasMore,
      nextCursor: hasMore && last ? writeCursor({ at: last.sent_key, id: last.id }) : null,
    }
  }
}

function filesOf(
  { id, ticket_id, from_me, username, parts, sent_at }: CarryingMessage,
  kind: ExchangedKind,
  tenantId: string,
  media: Pick<MediaStore, 'sign'>,
  masked: boolean,
): ExchangedFile[] {
  const kinds: readonly string[] = exchangedKinds[kind]
  return parts.flatMap((part) =>
    part.kind === 'media' && kinds.includes(part.as)
      ? mediaOf([part], tenantId, media).map((file) => ({
          ...file,
          as: part.as,
          caption: part.caption ?? null,
          messageId: id as ExchangedFile['messageId'],
          ticketId: ticket_id as ExchangedFile['ticketId'],
          fromMe: from_me,
          username: masked ? maskedAuthor(from_me, username) : username,
          timestamp: sent_at.toISOString(),
        }))
      : [],
  )
}

/** Written out: the index is used where the statement itself says what its predicate says. */
const carries = (sql: SqlBuilder): Query =>
  sql`m.deleted_at is null and jsonb_path_exists(m.parts, '$[*] ? (@.kind == "media")')`
const carriesKind: Record<ExchangedKind, (sql: SqlBuilder) => Query> = {
  pictures: (sql) =>
    sql`jsonb_path_exists(m.parts, '$[*] ? (@.kind == "media" && (@.as == "image" || @.as == "video"))')`,
  documents: (sql) => sql`jsonb_path_exists(m.parts, '$[*] ? (@.kind == "media" && @.as == "document")')`,
  recordings: (sql) =>
    sql`jsonb_path_exists(m.parts, '$[*] ? (@.kind == "media" && (@.as == "audio" || @.as == "voice"))')`,
}

/** Part of the text, in two sizes: PostgreSQL takes a bound limit for a tenth of a table. */
const most = (sql: SqlBuilder, limit: number): Query => (limit <= 30 ? sql`limit 31` : sql`limit 101`)

/**
 * Messages with files of a kind, newest first, one more than a page takes, of the tickets whose ids `tickets` selects.
 * Each ticket is walked apart along the index of its messages with files, no further than a page, and what the walks
 * bring is merged.
 */
export const messagesWithFiles = (
  sql: SqlBuilder,
  tenantId: string,
  tickets: Query,
  { kind, limit }: Pick<FileQuery, 'kind' | 'limit'>,
  before: Cursor | undefined,
): Query<CarryingMessage> =>
  messagesAlong(sql, tenantId, tickets, sql`${carries(sql)} and ${carriesKind[kind](sql)}`, limit, before)

/**
 * Messages `m` of these tickets that fit a condition with an index of its own, as {@link messagesWithFiles} walks them.
 */
export const messagesAlong = (
  sql: SqlBuilder,
  tenantId: string,
  tickets: Query,
  fits: Query,
  limit: number,
  before: Cursor | undefined,
): Query<CarryingMessage> => sql`
  with asked as materialized (${tickets}), keys as materialized (
    select f.id, f.sent_at from asked a cross join lateral (
      select m.id, m.sent_at from core.message m
       where m.tenant_id = ${tenantId} and m.ticket_id = a.id and ${fits}
         and ${before ? sql`(m.sent_at, m.id) < (${before.at}::text::timestamptz, ${before.id}::uuid)` : sql`true`}
       order by m.sent_at desc, m.id desc ${most(sql, limit)}) f
     order by f.sent_at desc, f.id desc limit ${limit + 1})
  select m.id, m.ticket_id, m.from_me, coalesce(u.name, m.sender_name) as username, m.body, m.parts, m.sent_at,
         to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sent_key
    from keys k cross join lateral (select * from core.message x where x.tenant_id = ${tenantId} and x.id = k.id offset 0) m
    left join core.user_account u on u.tenant_id = m.tenant_id and u.id = m.user_id
   order by k.sent_at desc, k.id desc`
