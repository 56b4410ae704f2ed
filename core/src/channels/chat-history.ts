import type {
  ExternalChatId,
  ExternalMessageId,
  HistoryEntry,
  HistoryPort,
  MediaPort,
  Part,
  ShownAgent,
} from '@recado/contracts'
import type { Database } from '../db/database.ts'
import { picturePath } from '../users/picture.ts'

interface Row {
  position: string
  id: string
  external_id: string | null
  from_me: boolean
  username: string | null
  image: string | null
  parts: Part[]
  sent_at: Date
  deleted: boolean
}

/** More than this at once is a page, not a conversation. */
const maxEntries = 200
/** More references than this no letter needs in order to be placed. */
const maxFound = 50

/** The conversations of one connection as their contacts may see them: a deleted message has lost its content. */
export function chatHistory(
  db: Database,
  tenantId: string,
  connectionId: string,
  media: Pick<MediaPort, 'sign'>,
): HistoryPort {
  const pictureOf = (stored: string | null) => picturePath(stored, (id, ttlMs) => media.sign(id, ttlMs))
  return {
    async agentOf(chat) {
      const [rows] = await db.read(tenantId, (sql) => [
        sql<{ name: string; image: string | null }>`
        select u.name, u.image from core.ticket t
          join core.user_account u on u.tenant_id = t.tenant_id
             and u.id = t.user_id
             and u.deleted_at is null
             and not u.is_hidden
         where t.tenant_id = ${tenantId}
           and t.connection_id = ${connectionId}
           and t.chat = ${chat}
           and t.status = 'open'
         order by t.created_at desc limit 1`,
      ])
      return rows[0] ? ({ name: rows[0].name, picture: pictureOf(rows[0].image) } satisfies ShownAgent) : null
    },
    async find(ids) {
      if (ids.length === 0) return undefined
      const [rows] = await db.read(tenantId, (sql) => [
        sql<{ chat: ExternalChatId; external_id: ExternalMessageId }>`
        select t.chat, m.external_id
          from core.message m
          join core.ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
         where m.tenant_id = ${tenantId}
           and m.connection_id = ${connectionId}
           and m.external_id = any (${ids.slice(0, maxFound)}::text[])
         order by array_position(${ids.slice(0, maxFound)}::text[], m.external_id) limit 1`,
      ])
      return rows[0] && { chat: rows[0].chat, id: rows[0].external_id }
    },
    async read(chat, { after, before, limit }) {
      const [rows] = await db.read(tenantId, (sql) => {
        const range =
          after !== undefined
            ? sql`m.position > ${after}::bigint order by m.position`
            : before !== undefined
              ? sql`m.position < ${before}::bigint order by m.position desc`
              : sql`true order by m.position desc`
        return [
          sql<Row>`
          select h.* from (
            select m.position, m.id, m.external_id, m.from_me, u.name as username, u.image, m.parts, m.sent_at,
                   m.deleted_at is not null as deleted
              from core.ticket t
              join core.message m on m.tenant_id = t.tenant_id and m.ticket_id = t.id
              left join core.user_account u on u.tenant_id = m.tenant_id and u.id = m.user_id
             where t.tenant_id = ${tenantId}
               and t.connection_id = ${connectionId}
               and t.chat = ${chat}
               and ${range} limit ${Math.min(limit, maxEntries)}) h
           order by h.position`,
        ]
      })
      return rows.map((row): HistoryEntry => ({
        position: row.position,
        id: row.id,
        externalId: row.external_id as HistoryEntry['externalId'],
        fromContact: !row.from_me,
        agentName: row.username,
        agentPicture: pictureOf(row.image),
        parts: row.deleted ? [] : row.parts,
        at: row.sent_at,
        deleted: row.deleted,
      }))
    },
  }
}
