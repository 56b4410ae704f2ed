import {
  contactDetails,
  Refusal,
  type Contact,
  type ContactDetailField,
  type ContactDetailOf,
  type Locale,
} from '@recado/contracts'
import { contactColumns } from '../contact-fields.ts'

/** Other words for the options of a choice in imported tables, beside their codes and labels. */
const spoken: { readonly [Field in ContactDetailOf<'choice'>]: Readonly<Record<string, readonly string[]>> } = {
  gender: {
    male: ['homem', 'm', 'man', 'hombre', 'м'],
    female: ['mulher', 'f', 'woman', 'mujer', 'ж'],
    'non-binary': ['não-binário', 'não binária', 'nonbinary', 'no binaria'],
  },
  maritalStatus: {
    single: ['solteiro', 'solteira', 'soltero', 'soltera', 'холост', 'не замужем'],
    married: ['casado', 'casada', 'женат', 'замужем'],
    divorced: ['divorciado', 'divorciada', 'разведён', 'разведена'],
    widowed: ['viúvo', 'viúva', 'widow', 'widower', 'viudo', 'viuda', 'вдовец/вдова', 'вдовец', 'вдова'],
    other: ['outra', 'otra'],
  },
}

const plainWord = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
const codesByWord = (field: ContactDetailOf<'choice'>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(contactDetails[field].options).flatMap(([code, label]) =>
      [code, ...Object.values(label), ...(spoken[field][code] ?? [])].map((word) => [plainWord(word), code] as const),
    ),
  )
const choices = { gender: codesByWord('gender'), maritalStatus: codesByWord('maritalStatus') } as const

/** Days as people write them where the product is used, and as programs do. Undefined for what is neither. */
export function readDay(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  const iso = year === undefined ? text.slice(0, 10) : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const date = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : undefined
  return date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}
export const writeDay = (iso: string | null): string => (iso === null ? '' : iso.split('-').toReversed().join('/'))

/** Cell of an export for a detail of a contact. */
export function writeDetail(field: ContactDetailField, contact: Contact, locale: Locale): string {
  const detail = contactDetails[field]
  const value = contact[field]
  if (value === null) return ''
  switch (detail.type) {
    case 'text':
      return value
    case 'day':
      return writeDay(value)
    case 'choice':
      return (detail.options as Readonly<Record<string, Readonly<Record<Locale, string>>>>)[value]?.[locale] ?? ''
  }
}

/** A cell as a request would give it; undefined for a cell that no request could hold. */
function readCell(field: ContactDetailField, cell: string): string | undefined {
  const detail = contactDetails[field]
  switch (detail.type) {
    case 'text':
      return cell.length <= detail.maxLength ? cell : undefined
    case 'day':
      return readDay(cell)
    case 'choice':
      return choices[field as ContactDetailOf<'choice'>].get(plainWord(cell))
  }
}

/** Stored value of a cell by the rules of a request, or undefined for a cell that a request would refuse. */
export function readDetail(field: ContactDetailField, cell: string, today: string): string | undefined {
  const given = readCell(field, cell)
  if (given === undefined) return undefined
  try {
    return (contactColumns({ [field]: given }, today)[field] as string | null | undefined) ?? undefined
  } catch (error) {
    if (Refusal.is(error)) return undefined
    throw error
  }
}
