import { randomUUID } from 'node:crypto'
import { Refusal, type Contact, type ContactChange } from '@recado/sdk'
import { contactId, type Work } from '../account.ts'
import { dividedAttributes } from '../catalogue/custom-attributes.ts'
import { Fault, invalid, notFound } from '../http/answer.ts'
import { fieldsOf, object, text, type Fields } from '../http/fields.ts'
import { slimInbox, type Inbox } from '../inboxes/inbox.ts'
import { objectOf } from '../numbers/numbers.ts'
import { contactInboxes, contactsBy, placeContact, saveExtras, type ContactInbox } from './contact-store.ts'
import { knownContact, shownContacts, type KnownContact } from './shown-contact.ts'

/** E.164 as Chatwoot checks it; core may know better that nobody has the number. */
const e164 = /^\+[1-9]\d{1,14}$/

/** @throws Fault 404 */
export async function requireContact(work: Work, given: unknown): Promise<KnownContact> {
  const id = await objectOf(work, 'contact', given)
  const known = id === undefined ? undefined : await knownContact(work, id)
  if (!known) throw notFound()
  return known
}

export async function showContact(work: Work, known: KnownContact): Promise<object> {
  return (await shownContacts(work, [known]))[0]!
}

interface Given {
  readonly name: string | undefined
  readonly email: string | undefined
  readonly phone: string | undefined
  readonly identifier: string | undefined
  readonly custom: Fields | undefined
  readonly additional: Fields | undefined
}

/** What a program says of a contact. @throws Fault 422 */
function givenOf(body: unknown): Given {
  const fields = fieldsOf(body)
  const phone = text(fields, 'phone_number', 20)
  if (phone !== undefined && !e164.test(phone)) throw invalid('Phone number should be in e164 format', 'phone_number')
  return {
    name: text(fields, 'name')?.trim().slice(0, 100),
    email: text(fields, 'email'),
    phone,
    identifier: text(fields, 'identifier'),
    custom: object(fields, 'custom_attributes'),
    additional: object(fields, 'additional_attributes'),
  }
}

async function requireFreeIdentifier(work: Work, identifier: string | undefined, contact?: string): Promise<void> {
  if (identifier === undefined) return
  const holders = await contactsBy(work, 'identifier', [identifier])
  if (holders.some((holder) => holder !== contact)) throw invalid('Identifier has already been taken', 'identifier')
}

/**
 * Writes a contact down. Without `claims` somebody says it of themselves: number and address stay beside the contact
 * and make nobody theirs. @throws Fault 422
 */
export async function createContact(
  work: Work,
  body: unknown,
  { claims = true }: { readonly claims?: boolean } = {},
): Promise<KnownContact> {
  const { name, email, phone, identifier, custom, additional } = givenOf(body)
  await requireFreeIdentifier(work, identifier)
  const { own, free } = await dividedAttributes(work, 'contact', custom)
  const base = {
    name: name || phone || identifier || email || 'Contact',
    ...(email !== undefined && claims && { email }),
    ...(Object.keys(own).length > 0 && { attributes: own as never }),
  }
  let isForeign = !claims && phone !== undefined
  const id = await work.core.contacts
    .create({ ...base, ...(phone !== undefined && claims && { number: phone }) })
    .catch(async (error: unknown) => {
      if (phone === undefined || !isAboutNumber(error)) throw error
      if ((await contactsBy(work, 'phone', [phone])).length > 0)
        throw invalid('Phone number has already been taken', 'phone_number')
      isForeign = true
      return work.core.contacts.create(base)
    })
  await saveExtras(work, id, {
    identifier: identifier ?? null,
    phone: isForeign ? phone! : null,
    custom: free,
    additional: additional ?? {},
  })
  return (await knownContact(work, id))!
}

const isAboutNumber = (error: unknown): boolean =>
  Refusal.is(error) &&
  error.code === 'ERR_VALIDATION' &&
  (error.facts.issues ?? []).some(({ path }) => /(^|\.)number$/.test(path))

export async function updateContact(work: Work, { contact }: KnownContact, body: unknown): Promise<KnownContact> {
  const { name, email, phone, identifier, custom, additional } = givenOf(body)
  await requireFreeIdentifier(work, identifier, contact.id)
  const { own, free } = await dividedAttributes(work, 'contact', custom)
  const change: ContactChange = {
    ...(name && { name }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && phone !== contact.number && { number: phone }),
    ...(Object.keys(own).length > 0 && { attributes: own as never }),
  }
  if (Object.keys(change).length > 0) await work.core.contacts.change(contact.id, change)
  await saveExtras(work, contact.id, {
    identifier: identifier ?? null,
    custom: free,
    additional: additional ?? {},
  })
  return (await knownContact(work, contact.id))!
}

/** Two contacts that are one: the first stays. @throws Fault 404, 422 */
export async function joinContacts(work: Work, body: unknown): Promise<KnownContact> {
  const fields = fieldsOf(body)
  const [base, other] = [
    await requireContact(work, fields['base_contact_id']),
    await requireContact(work, fields['mergee_contact_id']),
  ]
  const id = await work.core.contacts.merge(base.contact.id, other.contact.id).catch((error: unknown) => {
    if (Refusal.is(error) && error.code.startsWith('ERR_CONTACT_MERGE_')) throw new Fault(422, { error: error.code })
    throw error
  })
  return (await knownContact(work, id)) ?? base
}

/** The contact's place in an inbox; makes one, and lets the channel know the contact. @throws Fault 422 */
export async function placeIn(
  work: Work,
  inbox: Inbox,
  contact: Contact,
  source?: string,
  options?: { readonly isProven?: boolean },
): Promise<ContactInbox> {
  const known = (await contactInboxes(work, [contact.id])).find(
    ({ connection_id, source_id }) => connection_id === inbox.id && (source === undefined || source_id === source),
  )
  if (known) return known
  await work.core.contacts.identify(contact.id, { type: 'chatwoot-api', id: contact.id })
  const place = await placeContact(work, inbox.id, contact.id, source ?? randomUUID(), options)
  if (!place) throw invalid('Source has already been taken', 'source_id')
  return place
}

export const shownPlace = ({ source_id }: ContactInbox, inbox: Inbox): object => ({
  source_id,
  inbox: slimInbox(inbox),
})

export const contactOf = (work: Work, id: string): Promise<Contact | undefined> => work.core.contacts.get(contactId(id))
