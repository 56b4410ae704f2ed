import type { Contact } from '@recado/sdk'
import { contactId, seconds, type Work } from '../account.ts'
import { inboxOf, slimInbox, type Inbox } from '../inboxes/inbox.ts'
import { numbersOf } from '../numbers/numbers.ts'
import { contactInboxes, extrasOf, type ContactExtras } from './contact-store.ts'

/** A contact with what programs know it by. */
export interface KnownContact {
  readonly contact: Contact
  readonly number: number
  readonly extras: ContactExtras | undefined
}

/** These contacts, in their order; those that are gone are missing. */
export async function knownContacts(work: Work, contacts: readonly Contact[]): Promise<readonly KnownContact[]> {
  const ids = contacts.map(({ id }) => id)
  const [numbers, extras] = await Promise.all([numbersOf(work, 'contact', ids), extrasOf(work, ids)])
  return contacts.map((contact) => ({ contact, number: numbers.get(contact.id)!, extras: extras.get(contact.id) }))
}

export async function knownContact(work: Work, id: string): Promise<KnownContact | undefined> {
  const contact = await work.core.contacts.get(contactId(id))
  return contact && (await knownContacts(work, [contact]))[0]
}

/** A contact as the sender of a message and as a part of other objects. */
export const slimContact = (work: Pick<Work, 'publicUrl'>, { contact, number, extras }: KnownContact): object => ({
  id: number,
  name: contact.name,
  email: contact.email,
  phone_number: extras?.phone ?? contact.number,
  identifier: extras?.identifier ?? null,
  thumbnail: contact.profilePicUrl && work.publicUrl ? new URL(contact.profilePicUrl, work.publicUrl).href : '',
  additional_attributes: extras?.additional ?? {},
  custom_attributes: { ...extras?.custom, ...contact.attributes },
  blocked: false,
  type: 'contact',
})

/** Contacts as lists and single answers tell them, with their inboxes. */
export async function shownContacts(work: Work, known: readonly KnownContact[]): Promise<readonly object[]> {
  const places = await contactInboxes(
    work,
    known.map(({ contact }) => contact.id),
  )
  const inboxes = new Map<string, Inbox>()
  for (const id of new Set(places.map(({ connection_id }) => connection_id))) {
    const inbox = await inboxOf(work, id)
    if (inbox) inboxes.set(id, inbox)
  }
  return known.map((one) => ({
    ...slimContact(work, one),
    availability_status: 'offline',
    last_activity_at: null,
    created_at: seconds(one.contact.createdAt),
    contact_inboxes: places
      .filter(({ contact_id, connection_id }) => contact_id === one.contact.id && inboxes.has(connection_id))
      .map(({ source_id, connection_id }) => ({ source_id, inbox: slimInbox(inboxes.get(connection_id)!) })),
  }))
}
