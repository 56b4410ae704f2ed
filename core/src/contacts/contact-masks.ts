import {
  contactDetails,
  contactTextFields,
  maskEmail,
  maskName,
  maskNumber,
  type ContactChange,
  type ContactDetails,
  type ContactExtra,
  type ContactNoteInput,
} from '@recado/contracts'

/** A contact as it is kept, as far as it may be shown masked. */
export interface MaskedParts extends Readonly<Partial<ContactDetails>> {
  readonly name: string
  readonly number: string | null
  readonly email: string | null
  readonly extraInfo: readonly ContactExtra[]
}
/** Details that are shown masked. */
const maskedFields = contactTextFields.filter((field) => contactDetails[field].masked)

/** The details of a contact for a user who sees contacts masked. */
export const maskedDetails = <Row extends Partial<ContactDetails>>(row: Row): Row => ({
  ...row,
  ...Object.fromEntries(maskedFields.flatMap((field) => (row[field] ? [[field, maskName(row[field])]] : []))),
})

/** Changes by a user who sees the contact masked: a mask that came back as it was shown is no change. */
export function withoutMasks(given: ContactChange, kept: MaskedParts): ContactChange {
  const shown: Readonly<Partial<Record<keyof ContactChange, string | null>>> = {
    number: kept.number && maskNumber(kept.number),
    email: kept.email && maskEmail(kept.email),
    name: maskName(kept.name),
    ...maskedDetails(Object.fromEntries(maskedFields.map((field) => [field, kept[field] ?? null]))),
  }
  const changed = Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => typeof value !== 'string' || value !== shown[field as keyof ContactChange],
    ),
  ) as ContactChange
  if (!changed.extraInfo) return changed
  // Several may look the same masked: each stands for one, in their order.
  const left = [...kept.extraInfo]
  const unmasked = (entry: ContactExtra): ContactExtra => {
    const place = left.findIndex(
      ({ description, info }) => maskName(description) === entry.description && maskName(info) === entry.info,
    )
    return place < 0 ? entry : left.splice(place, 1)[0]!
  }
  return { ...changed, extraInfo: changed.extraInfo.map(unmasked) }
}

/** The same of a note, which is written as a whole. */
export const noteWithoutMasks = (given: ContactNoteInput, kept: ContactNoteInput): ContactNoteInput => {
  const unmasked = (field: keyof ContactNoteInput): string =>
    given[field] === maskName(kept[field]) ? kept[field] : given[field]
  return { title: unmasked('title'), description: unmasked('description'), information: unmasked('information') }
}
