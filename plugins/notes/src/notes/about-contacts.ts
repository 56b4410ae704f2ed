import type { ContactFootprint, ContactId, PluginContext, TicketId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { withNames } from './mentions.ts'
import { eraseAbout, eraseTicket, moveContact, readAbout, setContact, ticketsOf } from './note-store.ts'

type Context = Pick<PluginContext, 'db' | 'tenant' | 'core'>

/** All notes about a contact, of all authors and readers. */
export async function exportContact({ db, tenant }: Context, { contacts }: ContactFootprint): Promise<unknown> {
  const rows = await db.transaction((tx) => readAbout(drizzleOn(tx), tenant, contacts))
  // The mentioned colleagues are no data of the contact.
  return rows.length === 0
    ? undefined
    : {
        notes: rows.map(({ content, ticketId, createdAt, updatedAt }) => ({
          content: withNames(content, []),
          ticketId,
          createdAt,
          updatedAt,
        })),
      }
}

export const forgetContact = ({ db, tenant }: Context, { contacts }: ContactFootprint): Promise<void> =>
  db.transaction((tx) => eraseAbout(drizzleOn(tx), tenant, contacts))

export const ticketDeleted = ({ ticketId }: { ticketId: TicketId }, { db, tenant }: Context): Promise<void> =>
  db.transaction((tx) => eraseTicket(drizzleOn(tx), tenant, ticketId))

export const contactMerged = (
  { from, into }: { from: ContactId; into: ContactId },
  { db, tenant }: Context,
): Promise<void> => db.transaction((tx) => moveContact(drizzleOn(tx), tenant, from, into))

/** Notes that were moved with the merge go back with their conversation. */
export async function contactUnmerged({ into }: { into: ContactId }, { db, tenant, core }: Context): Promise<void> {
  for (const id of await db.transaction((tx) => ticketsOf(drizzleOn(tx), tenant, into))) {
    const ticket = await core.tickets.get(id)
    if (ticket && ticket.contactId !== into)
      await db.transaction((tx) => setContact(drizzleOn(tx), tenant, id, ticket.contactId))
  }
}
