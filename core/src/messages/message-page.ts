import { canSeeTicket, Refusal, seesMasked, type MessagePage, type MessageQuery, type Viewer } from '@recado/contracts'
import type * as z from 'zod'
import { contactRows, toContact } from '../contacts/contact-rows.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { toTicket, ticketRows, type ServiceWindows } from '../tickets/ticket-rows.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import { maskedMessage } from './message-masks.ts'
import { messageRows, toMessage } from './message-rows.ts'

/** Steps over this many pages by number; an endless scroll follows the cursor. */
const maxPageWithoutCursor = 200

/** GET /messages/{ticketId}: one page of a thread, oldest first; the cursor leads to what is older. One round trip. */
export async function readThread(deps: { db: Database; media: MediaStore; settings: SettingsReader; windows: () => ServiceWindows }, viewer: Viewer, ticketId: string, query: z.output<typeof MessageQuery>): Promise<MessagePage> {
  const cursor = readCursor(query.cursor)
  if (!cursor && query.pageNumber > maxPageWithoutCursor) throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'pageNumber', message: `beyond ${maxPageWithoutCursor}, continue with cursor` }] })
  const skip = cursor ? 0 : (query.pageNumber - 1) * query.limit
  const [tickets, contacts, rows] = await deps.db.read(viewer.tenantId, (sql) => {
    const before = cursor ? sql`(m.sent_at, m.id) < (${cursor.at}::text::timestamptz, ${cursor.id}::uuid)` : sql`true`
    return [
      ticketRows(sql, sql`select t.* from core.ticket t where t.tenant_id = ${viewer.tenantId} and t.id = ${ticketId}`, viewer.userId, deps.windows()),
      contactRows(sql, sql`select c.* from core.contact c join core.ticket t on t.tenant_id = c.tenant_id and t.contact_id = c.id where t.tenant_id = ${viewer.tenantId} and t.id = ${ticketId}`),
      messageRows(sql, sql`select m.* from core.message m where m.tenant_id = ${viewer.tenantId} and m.ticket_id = ${ticketId} and ${before} order by m.sent_at desc, m.id desc offset ${skip} limit ${query.limit + 1}`),
    ]
  })
  const ticket = tickets[0]
  const contact = contacts[0]
  const settings = await deps.settings.visibility(viewer.tenantId)
  if (!ticket || !contact || !canSeeTicket(viewer, factsOf(ticket), settings)) throw new Refusal('ERR_NO_TICKET_FOUND')
  const masked = seesMasked(viewer, settings)
  const hasMore = rows.length > query.limit
  const shown = hasMore ? rows.slice(1) : rows
  const oldest = shown[0]
  return {
    ticket: toTicket(ticket, masked), contact: toContact(contact, masked), messages: shown.map((row) => toMessage(row, viewer.tenantId, deps.media)).map((message) => (masked ? maskedMessage(message) : message)),
    count: shown.length, hasMore, nextCursor: hasMore && oldest ? writeCursor({ at: oldest.sent_key, id: oldest.id }) : null,
  }
}
