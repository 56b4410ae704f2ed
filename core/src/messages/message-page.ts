import { canSeeTicket, Refusal, seesMasked, type MessagePage, type MessageQuery, type Viewer } from '@recado/contracts'
import type * as z from 'zod'
import { pictureUrls } from '../contacts/contact-picture.ts'
import { contactRows, toContact } from '../contacts/contact-rows.ts'
import { readCursor, writeCursor, type Cursor } from '../db/cursor.ts'
import type { Database, Query } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { toTicket, ticketRows, type ServiceWindows } from '../tickets/ticket-rows.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import { maskedMessage } from '../realtime/message-masks.ts'
import { messageRows, toMessage } from './message-rows.ts'

/** Steps over this many pages by number; an endless scroll follows the cursor. */
const maxPageWithoutCursor = 200

/**
 * GET /messages/{ticketId}: one page of a thread, oldest first: its end, what is older or newer than a position, or
 * what stands around a message. One round trip.
 */
export async function readThread(
  deps: { db: Database; media: MediaStore; settings: SettingsReader; windows: () => ServiceWindows },
  viewer: Viewer,
  ticketId: string,
  query: z.output<typeof MessageQuery>,
): Promise<MessagePage> {
  const { around } = query
  const older = readCursor(query.cursor)
  const after = readCursor(query.after)
  if (!older && query.pageNumber > maxPageWithoutCursor)
    throw new Refusal('ERR_VALIDATION', {
      issues: [{ path: 'pageNumber', message: `beyond ${maxPageWithoutCursor}, continue with cursor` }],
    })
  const skip = older || after || around ? 0 : (query.pageNumber - 1) * query.limit
  // The message in the middle counts among the older ones.
  const newerLimit = around ? Math.floor(query.limit / 2) : after ? query.limit : 0
  const olderLimit = query.limit - newerLimit
  const [tickets, contacts, before, beyond] = await deps.db.read(viewer.tenantId, (sql) => {
    const ofMiddle = (column: Query) => sql`
      (select ${column}
         from core.message x
        where x.tenant_id = ${viewer.tenantId} and x.ticket_id = ${ticketId} and x.id = ${around ?? null})`
    const middle = sql`(${ofMiddle(sql`x.sent_at`)}, ${ofMiddle(sql`x.id`)})`
    const at = ({ at, id }: Cursor) => sql`(${at}::text::timestamptz, ${id}::uuid)`
    const mine = sql`m.tenant_id = ${viewer.tenantId} and m.ticket_id = ${ticketId}`
    const upTo = around
      ? sql`(m.sent_at, m.id) <= ${middle}`
      : older
        ? sql`(m.sent_at, m.id) < ${at(older)}`
        : after
          ? sql`false`
          : sql`true`
    const from = around
      ? sql`(m.sent_at, m.id) > ${middle}`
      : after
        ? sql`(m.sent_at, m.id) > ${at(after)}`
        : sql`false`
    return [
      ticketRows(
        sql,
        sql`select t.* from core.ticket t where t.tenant_id = ${viewer.tenantId} and t.id = ${ticketId}`,
        viewer.userId,
        deps.windows(),
      ),
      contactRows(
        sql,
        sql`
          select c.*
            from core.contact c
            join core.ticket t on t.tenant_id = c.tenant_id and t.contact_id = c.id
           where t.tenant_id = ${viewer.tenantId} and t.id = ${ticketId}`,
      ),
      messageRows(
        sql,
        sql`
          select m.*
            from core.message m
           where ${mine} and ${upTo}
           order by m.sent_at desc, m.id desc offset ${skip} limit ${olderLimit + 1}`,
      ),
      messageRows(
        sql,
        sql`select m.* from core.message m where ${mine} and ${from} order by m.sent_at, m.id limit ${newerLimit + 1}`,
      ),
    ]
  })
  const ticket = tickets[0]
  const contact = contacts[0]
  const settings = await deps.settings.visibility(viewer.tenantId)
  if (!ticket || !contact || !canSeeTicket(viewer, factsOf(ticket), settings)) throw new Refusal('ERR_NO_TICKET_FOUND')
  if (around && before.length === 0) throw new Refusal('ERR_NO_MESSAGE_FOUND')
  const masked = seesMasked(viewer, settings)
  const hasNewer = beyond.length > newerLimit
  // The message that leads to a page of newer ones is older than it.
  const hasMore = after !== undefined || before.length > olderLimit
  const shown = [...before.slice(Math.max(0, before.length - olderLimit)), ...beyond.slice(0, newerLimit)]
  const oldest = shown[0]
  const picture = pictureUrls(deps.media, viewer.tenantId)
  const newest = shown.at(-1)
  return {
    ticket: toTicket(ticket, masked, picture),
    contact: toContact(contact, masked, picture),
    messages: shown
      .map((row) => toMessage(row, viewer.tenantId, deps.media))
      .map((message) => (masked ? maskedMessage(message) : message)),
    count: shown.length,
    hasMore,
    nextCursor: hasMore && oldest ? writeCursor({ at: oldest.sent_key, id: oldest.id }) : null,
    newerCursor: hasNewer && newest ? writeCursor({ at: newest.sent_key, id: newest.id }) : null,
  }
}
