import { changedAttributes, type AttributeDraft } from '../attributes/attribute-draft.ts'
import type { ContactChange, ContactRecord, NewContact } from '../contracts.ts'
import { maskDocument } from '../login/document-mask.ts'

/** Fields that are lines of text; the server keeps an empty one as none. */
export const textFields = [
  'name',
  'number',
  'email',
  'firstName',
  'lastName',
  'businessName',
  'source',
  'category',
  'website',
  'instagram',
  'telegramId',
] as const
export type TextField = (typeof textFields)[number]

/** What stands in the form of a contact; texts as they are typed. */
export interface ContactDraft extends Record<TextField, string> {
  document: string
  /** Null while what is typed is no date. */
  birthdayDate: string | null
  gender: string
  maritalStatus: string
  whatsappValidated: boolean
  extraInfo: { description: string; info: string }[]
  attributes: AttributeDraft
  tags: { id: string; tag: string; color: string }[]
  wallets: { id: string; name: string }[]
}

export const draftOf = (contact: ContactRecord | undefined): ContactDraft => ({
  ...(Object.fromEntries(textFields.map((field) => [field, contact?.[field] ?? ''])) as Record<TextField, string>),
  document: maskDocument(contact?.document ?? ''),
  birthdayDate: contact?.birthdayDate ?? '',
  gender: contact?.gender ?? '',
  maritalStatus: contact?.maritalStatus ?? '',
  whatsappValidated: contact?.whatsappValidated ?? false,
  extraInfo: contact?.extraInfo.map((entry) => ({ ...entry })) ?? [],
  attributes: { ...contact?.attributes },
  tags: [...(contact?.tags ?? [])],
  wallets: [...(contact?.wallets ?? [])],
})

/** What comes to a list and what goes from it, by their ids. */
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

/** Only what differs: what somebody else changed meanwhile stays as it is. */
export function changesOf(before: ContactDraft, after: ContactDraft): ContactChange {
  const changed = (field: keyof ContactDraft): boolean => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  const plain = ([...textFields, 'document', 'birthdayDate', 'whatsappValidated'] as const).filter(changed)
  return {
    ...Object.fromEntries(plain.map((field) => [field, after[field]])),
    ...(changed('gender') && { gender: after.gender === '' ? null : after.gender }),
    ...(changed('maritalStatus') && { maritalStatus: after.maritalStatus === '' ? null : after.maritalStatus }),
    ...(changed('extraInfo') && {
      extraInfo: after.extraInfo.filter(({ description, info }) => description.trim() !== '' || info.trim() !== ''),
    }),
    ...(changed('attributes') && { attributes: changedAttributes(before.attributes, after.attributes) }),
    ...(changed('tags') && { retag: differenceOf(before.tags, after.tags) }),
    ...(changed('wallets') && { walletChange: differenceOf(before.wallets, after.wallets) }),
  } as ContactChange
}

/** A new contact: what was filled in. */
export function creationOf(draft: ContactDraft): NewContact {
  const { retag, walletChange, ...given } = changesOf(draftOf(undefined), draft)
  return {
    ...given,
    ...(retag && { tagIds: retag.add }),
    ...(walletChange && { walletUserIds: walletChange.add }),
    name: draft.name,
  } as NewContact
}
