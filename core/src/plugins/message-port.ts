import { MessageSearchQuery, Refusal, seesMasked, type CorePorts, type Message, type Viewer } from '@recado/contracts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import { messageRows, toMessage, type MessageRow } from '../messages/message-rows.ts'
import { maskedMessage } from '../realtime/message-masks.ts'
import type { MessagesService } from '../messages/messages.service.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { visibleTickets } from '../tickets/visibility-sql.ts'
import { requireUse, type PortUser } from './attribute-port.ts'

const mostMessages = 100
/** Characters of added words that are kept: as many as the search reads of a message. */
const mostWords = 8_000

export interface MessagePortParts {
  readonly db: Database
  readonly media: MediaStore
  readonly settings: Pick<SettingsReader, 'visibility'>
  readonly messages: () => Pick<MessagesService, 'search'>
}

/** Messages as plugins read them, in a user's route those of tickets that they may see: see {@link CorePorts}. */
export function messagePort(
  { db, media, settings, messages }: MessagePortParts,
  tenantId: string,
  plugin: PortUser,
  viewer?: Viewer,
): Pick<CorePorts['messages'], 'get' | 'page' | 'search' | 'setWords'> {
  const visibilityOfViewer = async () => viewer && (await settings.visibility(tenantId))
  const within = (sql: SqlBuilder, visibility: Awaited<ReturnType<typeof visibilityOfViewer>>): Query => {
    const seen = viewer && visibility ? visibleTickets(sql, viewer, visibility) : sql`true`
    const ofTicket = sql`t.tenant_id = m.tenant_id and t.id = m.ticket_id and ${seen}`
    return sql`m.tenant_id = ${tenantId} and exists (select 1 from core.ticket t where ${ofTicket})`
  }
  const read = async (page: (mine: Query, sql: SqlBuilder) => Query) => {
    const visibility = await visibilityOfViewer()
    const [rows] = await db.read(tenantId, (sql) => [messageRows(sql, page(within(sql, visibility), sql))])
    const isMasked = viewer !== undefined && seesMasked(viewer, visibility!)
    const shown = (row: MessageRow): Message => {
      const message = toMessage(row, tenantId, media)
      return isMasked ? maskedMessage(message) : message
    }
    return rows.map((row) => ({ key: row.sent_key, message: shown(row) }))
  }
  return {
    async get(message) {
      requireUse(plugin, 'messages.read')
      const [found] = await read((mine, sql) => sql`select m.* from core.message m where ${mine} and m.id = ${message}`)
      return found?.message
    },
    async page(ticket, { cursor, limit = mostMessages } = {}) {
      requireUse(plugin, 'messages.read')
      const size = Math.min(limit, mostMessages)
      const after = readCursor(cursor)
      const found = await read((mine, sql) => {
        const older = after ? sql`(m.sent_at, m.id) < (${after.at}::text::timestamptz, ${after.id}::uuid)` : sql`true`
        return sql`select m.* from core.message m where ${mine} and m.ticket_id = ${ticket} and ${older}
          order by m.sent_at desc, m.id desc limit ${size + 1}`
      })
      const newestFirst = found.toReversed().slice(0, size)
      const last = newestFirst.at(-1)
      return {
        messages: newestFirst.map(({ message }) => message),
        nextCursor: found.length > size && last ? writeCursor({ at: last.key, id: last.message.id }) : null,
      }
    },
    async search(query) {
      requireUse(plugin, 'messages.read')
      if (!viewer) throw new TypeError(`${plugin.id} searches messages in the name of a user, in a route of theirs`)
      if (!viewer.can('tickets.read')) throw new Refusal('ERR_NO_PERMISSION')
      const wanted = MessageSearchQuery.safeParse(query)
      if (!wanted.success) throw new Refusal('ERR_VALIDATION')
      return messages().search(viewer, wanted.data)
    },
    async setWords(message, words) {
      requireUse(plugin, 'messages.words')
      const visibility = await visibilityOfViewer()
      const kept = (words ?? '').replaceAll('\0', ' ').trim().slice(0, mostWords).toWellFormed()
      const [found] = await db.write(tenantId, (sql) => {
        const mine = sql`${within(sql, visibility)} and m.id = ${message} and m.deleted_at is null`
        const change =
          kept === ''
            ? sql`
              delete from core.added_words w
               where w.tenant_id = ${tenantId} and w.message_id = ${message} and w.plugin = ${plugin.id}
                 and exists (select 1 from core.message m where ${mine})`
            : sql`
              insert into core.added_words (tenant_id, message_id, plugin, sent_at, body)
              select m.tenant_id, m.id, ${plugin.id}, m.sent_at, ${kept} from core.message m where ${mine}
              on conflict (tenant_id, message_id, plugin) do update set body = excluded.body`
        return [sql<{ id: string }>`select m.id from core.message m where ${mine}`, change]
      })
      return found.length > 0
    },
  }
}
