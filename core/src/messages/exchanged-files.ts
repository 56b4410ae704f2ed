import {
  exchangedKinds,
  type ExchangedFile,
  type ExchangedFilePage,
  type ExchangedFileQuery,
  type ExchangedKind,
  type Viewer,
} from '@recado/contracts'
import type * as z from 'zod'
import { readCursor, type Cursor } from '../db/cursor.ts'
import type { Query, SqlBuilder } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import { maskedAuthor } from '../realtime/message-masks.ts'
import {
  carryingInTicket,
  carryingWithContact,
  cutPage,
  messagesAlong,
  type CarryingMessage,
  type ExchangedDeps,
} from './exchanged-messages.ts'
import { mediaOf } from './message-rows.ts'

export interface ExchangedFilesDeps extends ExchangedDeps {
  readonly media: Pick<MediaStore, 'sign'>
}
type FileQuery = z.output<typeof ExchangedFileQuery>

/** Files of conversations, newest first: of one, and of all that a viewer may see with a contact. */
export class ExchangedFiles {
  readonly #deps: ExchangedFilesDeps

  constructor(deps: ExchangedFilesDeps) {
    this.#deps = deps
  }

  /** GET /contacts/{id}/files. @throws Refusal ERR_NO_CONTACT_FOUND */
  async ofContact(viewer: Viewer, contactId: string, query: FileQuery): Promise<ExchangedFilePage> {
    return this.#page(viewer, query, await carryingWithContact(this.#deps, viewer, contactId, walkOf(viewer, query)))
  }

  /** GET /messages/{ticketId}/files. @throws Refusal ERR_NO_TICKET_FOUND, also for one that the viewer may not see */
  async ofTicket(viewer: Viewer, ticketId: string, query: FileQuery): Promise<ExchangedFilePage> {
    return this.#page(viewer, query, await carryingInTicket(this.#deps, viewer, ticketId, walkOf(viewer, query)))
  }

  #page(
    { tenantId }: Viewer,
    { kind, limit }: FileQuery,
    { rows, masked }: Awaited<ReturnType<typeof carryingInTicket>>,
  ): ExchangedFilePage {
    const { shown, ...page } = cutPage(rows, limit)
    return { files: shown.flatMap((row) => filesOf(row, kind, tenantId, this.#deps.media, masked)), ...page }
  }
}

const walkOf =
  ({ tenantId }: Viewer, query: FileQuery) =>
  (sql: SqlBuilder, tickets: Query): Query<CarryingMessage> =>
    messagesWithFiles(sql, tenantId, tickets, query, readCursor(query.cursor))

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

/** Messages with files of a kind, along the index of messages with files; see {@link messagesAlong}. */
export const messagesWithFiles = (
  sql: SqlBuilder,
  tenantId: string,
  tickets: Query,
  { kind, limit }: Pick<FileQuery, 'kind' | 'limit'>,
  before: Cursor | undefined,
): Query<CarryingMessage> =>
  messagesAlong(sql, tenantId, tickets, sql`${carries(sql)} and ${carriesKind[kind](sql)}`, limit, before)
