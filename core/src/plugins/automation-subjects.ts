import { seesMasked, type AutomationAbout, type AutomationSubject, type Viewer } from '@recado/contracts'
import { createTenantBatcher } from '../base/tenant-batcher.ts'
import type { Clock } from '../base/clock.ts'
import { pictureUrls } from '../contacts/contact-picture.ts'
import { contactRows, toContact } from '../contacts/contact-rows.ts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import { maskedMessage } from '../realtime/message-masks.ts'
import { messageRows, messagesByIds, toMessage } from '../messages/message-rows.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { ticketRows, ticketsByIds, toTicket, type ServiceWindows } from '../tickets/ticket-rows.ts'
import { visibleTickets } from '../tickets/visibility-sql.ts'

export interface SubjectParts {
  readonly db: Database
  readonly media: MediaStore
  readonly windows: () => ServiceWindows
  readonly settings: Pick<SettingsReader, 'visibility'>
  readonly clock: Clock
}

type Subjects = ReadonlyArray<AutomationSubject | undefined>
/** More are read at once, and not together with what others ask for. */
const mostTogether = 100

/**
 * Reads the subjects of blocks in one round trip, in the requested order; undefined for a deleted conversation. With a
 * viewer as they see it: an invisible one counts as deleted.
 */
export type SubjectReader = (tenantId: string, about: readonly AutomationAbout[], viewer?: Viewer) => Promise<Subjects>

export function subjectReader(parts: SubjectParts): SubjectReader {
  const read = readerOf(parts)
  const together = createTenantBatcher<readonly AutomationAbout[], Subjects>(
    'subjects of blocks',
    async (tenantId, asked) => {
      const found = await read(tenantId, asked.flat())
      let next = 0
      return asked.map((about) => found.slice(next, (next += about.length)))
    },
  )
  return (tenantId, about, viewer) =>
    viewer || about.length > mostTogether ? read(tenantId, about, viewer) : together(tenantId, about)
}

const readerOf =
  ({ db, media, windows, settings, clock }: SubjectParts): SubjectReader =>
  async (tenantId, about, viewer) => {
    if (about.length === 0) return []
    const tickets = [...new Set(about.map(({ ticket }) => ticket))]
    const messages = [...new Set(about.flatMap(({ message }) => message ?? []))]
    const looking = viewer && { viewer, visibility: await settings.visibility(tenantId) }
    const masked = looking !== undefined && seesMasked(looking.viewer, looking.visibility)
    const [ticketsFound, contactsFound, messagesFound] = await db.read(
      tenantId,
      (sql) => [
        ticketRows(
          sql,
          sql`
            ${ticketsByIds(sql, tenantId, tickets)}
             where ${looking ? visibleTickets(sql, looking.viewer, looking.visibility) : sql`true`}`,
          viewer?.userId ?? null,
          windows(),
        ),
        contactRows(
          sql,
          sql`
            select c.*
              from (select distinct t.contact_id as id from (${ticketsByIds(sql, tenantId, tickets)}) t) key
              cross join lateral (
                select c.* from core.contact c where c.tenant_id = ${tenantId} and c.id = key.id limit 1) c`,
        ),
        messageRows(sql, messagesByIds(sql, tenantId, messages)),
      ],
      { keepsPlans: true },
    )
    const picture = pictureUrls(media, tenantId)
    const ticketOf = new Map(ticketsFound.map((row) => [row.id, toTicket(row, masked, picture)]))
    const contactOf = new Map(contactsFound.map((row) => [row.id, toContact(row, masked, picture)]))
    const messageOf = new Map(
      messagesFound.map((row) => {
        const message = toMessage(row, tenantId, media)
        return [row.id, masked ? maskedMessage(message) : message]
      }),
    )
    const now = clock.now().toISOString()
    return about.map(({ ticket: ticketId, message: messageId, at = now, state, answer }) => {
      const ticket = ticketOf.get(ticketId)
      const contact = ticket && contactOf.get(ticket.contactId)
      if (!ticket || !contact) return undefined
      const message = messageId === undefined ? undefined : messageOf.get(messageId)
      return {
        ticket: { ...ticket, ...state },
        contact,
        message: message?.ticketId === ticketId ? message : null,
        at,
        ...(answer && { answer }),
      }
    })
  }
