import { Refusal, seesMasked, type ContactTicketPage, type ContactTicketQuery, type Viewer } from '@recado/contracts'
import type * as z from 'zod'
import { pictureUrls } from '../contacts/contact-picture.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { ticketRows, toTicket, type ServiceWindows } from './ticket-rows.ts'
import { visibleTickets } from './visibility-sql.ts'

export interface ContactTicketsDeps {
  readonly db: Database
  readonly media: Pick<MediaStore, 'sign'>
  readonly settings: Pick<SettingsReader, 'visibility'>
  readonly windows: () => ServiceWindows
}

/**
 * GET /contacts/{id}/tickets: a page of the tickets of a contact that the viewer may see, the latest change first. The
 * id of a contact that was merged stands for the one it is part of.
 * @throws Refusal ERR_NO_CONTACT_FOUND
 */
export async function contactTickets(
  deps: ContactTicketsDeps,
  viewer: Viewer,
  contactId: string,
  query: z.output<typeof ContactTicketQuery>,
): Promise<ContactTicketPage> {
  const { tenantId } = viewer
  const settings = await deps.settings.visibility(tenantId)
  const cursor = readCursor(query.cursor)
  const [found, rows] = await deps.db.read(tenantId, (sql) => [
    sql<{ id: string | null }>`select core.surviving_contact(${tenantId}, ${contactId}) as id`,
    ticketRows(
      sql,
      sql`
      select t.*
        from core.ticket t
       where t.tenant_id = ${tenantId}
         and t.contact_id = core.surviving_contact(${tenantId}, ${contactId})
         and ${visibleTickets(sql, viewer, settings)}
         and ${cursor ? sql`(t.updated_at, t.id) < (${cursor.at}::text::timestamptz, ${cursor.id}::uuid)` : sql`true`}
       order by t.updated_at desc, t.id desc limit ${query.limit + 1}`,
      viewer.userId,
      deps.windows(),
    ),
  ])
  if (!found[0]?.id) throw new Refusal('ERR_NO_CONTACT_FOUND')
  const hasMore = rows.length > query.limit
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return {
    tickets: page.map((row) => toTicket(row, seesMasked(viewer, settings), pictureUrls(deps.media, tenantId))),
    hasMore,
    nextCursor: hasMore && last ? writeCursor({ at: last.updated_key, id: last.id }) : null,
  }
}
