import { changedAttributes, type AttributeDraft } from '../attributes/attribute-draft.ts'
import {
  contactDetailFields,
  contactDetails,
  isContactDetail,
  type ContactChange,
  type ContactDetailField,
  type ContactDetailOf,
  type ContactRecord,
  type NewContact,
} from '../../base/contracts.ts'
import { maskDocument } from '../../base/forms/document-mask.ts'

/** Texts of the form beside the details; the server keeps an empty one as none. */
const ownTexts = ['name', 'number', 'email'] as const

/** Values in the form of a contact, as typed; the day is null while the text is no date. */
export interface ContactDraft
  extends
    Record<(typeof ownTexts)[number] | Exclude<ContactDetailField, ContactDetailOf<'day'>>, string>,
    Record<ContactDetailOf<'day'>, string | null> {
  whatsappValidated: boolean
  extraInfo: { description: string; info: string }[]
  attributes: AttributeDraft
  tags: { id: string; tag: string; color: string }[]
  wallets: { id: string; name: string }[]
}

export const draftOf = (contact: ContactRecord | undefined): ContactDraft => ({
  name: contact?.name ?? '',
  number: contact?.number ?? '',
  email: contact?.email ?? '',
  ...(Object.fromEntries(contactDetailFields.map((field) => [field, contact?.[field] ?? ''])) as Record<
    ContactDetailField,
    string
  >),
  document: maskDocument(contact?.document ?? ''),
  whatsappValidated: contact?.whatsappValidated ?? false,
  extraInfo: contact?.extraInfo.map((entry) => ({ ...entry })) ?? [],
  attributes: { ...contact?.attributes },
  tags: [...(contact?.tags ?? [])],
  wallets: [...(contact?.wallets ?? [])],
})

/** Additions to a list and removals from it, by their ids. */
export interface ListChange<Id extends string> {
  readonly add: Id[]
  readonly remove: Id[]
}
export function differenceOf<Id extends string>(
  before: readonly { readonly id: Id }[],
  after: readonly { readonly id: Id }[],
): ListChange<Id> {
  const beyond = (list: typeof before, other: typeof before): Id[] =>
    list.flatMap(({ id }) => (other.some((one) => one.id === id) ? [] : [id]))
  return { add: beyond(after, before), remove: beyond(before, after) }
}

/** A choice that nobody made is sent as null, since an empty text is none of its codes. */
const isChoice = (field: string): boolean => isContactDetail(field) && contactDetails[field].type === 'choice'

/** Changed fields alone: concurrent changes of others stay. */
export function changesOf(before: ContactDraft, after: ContactDraft): ContactChange {
  const changed = (field: keyof ContactDraft): boolean => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  const plain = ([...ownTexts, ...contactDetailFields, 'whatsappValidated'] as const).filter(changed)
  return {
    ...Object.fromEntries(plain.map((field) => [field, isChoice(field) && after[field] === '' ? null : after[field]])),
    ...(changed('extraInfo') && {
      extraInfo: after.extraInfo.filter(({ description, info }) => description.trim() !== '' || info.trim() !== ''),
    }),
    ...(changed('attributes') && { attributes: changedAttributes(before.attributes, after.attributes) }),
    ...(changed('tags') && { retag: differenceOf(before.tags, after.tags) }),
    ...(changed('wallets') && { walletChange: differenceOf(before.wallets, after.wallets) }),
  } as ContactChange
}

/** A new contact: the filled in fields. */
export function creationOf(draft: ContactDraft): NewContact {
  const { retag, walletChange, ...given } = changesOf(draftOf(undefined), draft)
  return {
    ...given,
    ...(retag && { tagIds: retag.add }),
    ...(walletChange && { walletUserIds: walletChange.add }),
    name: draft.name,
  } as NewContact
}
