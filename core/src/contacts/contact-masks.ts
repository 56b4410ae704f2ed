import { maskEmail, maskName, maskNumber, type ContactChange, type ContactExtra } from '@recado/contracts'

/** A contact as it is kept, as far as it may be shown masked. */
export interface MaskedParts extends Readonly<Partial<Record<(typeof words)[number], string | null>>> {
  readonly number: string | null
  readonly email: string | null
  readonly extraInfo: readonly ContactExtra[]
}
const words = ['name', 'firstName', 'lastName', 'businessName', 'source', 'category', 'instagram', 'telegramId'] as const

/** What somebody to whom the contact is shown masked has changed of it: a mask that came back as it was shown is no change. */
export function withoutMasks(given: ContactChange, kept: MaskedParts): ContactChange {
  const shown: Readonly<Partial<Record<keyof ContactChange, string | null>>> = {
    number: kept.number && maskNumber(kept.number), email: kept.email && maskEmail(kept.email),
    ...Object.fromEntries(words.map((field) => [field, kept[field] == null ? null : maskName(kept[field])])),
  }
  const changed = Object.fromEntries(Object.entries(given).filter(([field, value]) => typeof value !== 'string' || value !== shown[field as keyof ContactChange])) as ContactChange
  if (!changed.extraInfo) return changed
  const entryShown = (entry: ContactExtra) => kept.extraInfo.find(({ description, info }) => maskName(description) === entry.description && maskName(info) === entry.info)
  return { ...changed, extraInfo: changed.extraInfo.map((entry) => entryShown(entry) ?? entry) }
}
