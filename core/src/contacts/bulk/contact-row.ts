import {
  isContactDetail,
  type AttributeType,
  type AttributeValues,
  type ContactDetailField,
  type ContactExtra,
  type ContactImportField,
  type ContactRowProblem,
} from '@recado/contracts'
import type { RowProblem } from '../../tables/contact-import.table.ts'
import { canonicalEmail, type IdentityKey } from '../identity-claims.ts'
import { canonicalPhone } from '../phone.ts'
import { attributeOf, readAttribute, type AttributeColumn } from './attribute-columns.ts'
import { readDetail } from './detail-cells.ts'
import { internationalPhone } from './international-phone.ts'

/** A contact from a row of a table. */
export interface ReadContact {
  readonly name: string
  readonly number: string | null
  readonly email: string | null
  readonly extra: readonly ContactExtra[]
  /** Details as they are stored, by their field. */
  readonly details: Readonly<Partial<Record<ContactDetailField, string>>>
  /** Values of the company's own attributes, by their keys. */
  readonly attributes: AttributeValues
  /** Ids of the tags that the row names. */
  readonly tags: readonly string[]
  /** Ids of the users in whose wallets the contact is put. */
  readonly wallets: readonly string[]
}

export interface Table {
  readonly columns: readonly string[]
  readonly mapping: readonly ContactImportField[]
  /** Of numbers that are written without one; null where all have it. */
  readonly countryCode: string | null
  /** Attributes that can be set, by their key. */
  readonly attributes: ReadonlyMap<string, AttributeColumn>
  /** Ids of tags by their name in lower case. */
  readonly tags: ReadonlyMap<string, string>
  /** Ids of users by their e-mail address in lower case. */
  readonly users: ReadonlyMap<string, string>
  /** The day on which the table is read, as `2026-11-22`. */
  readonly today: string
}

export const longestName = 200
export const longestCell = 2_000
/** By which spreadsheets say that a number is text: nothing that a number or a day holds. */
const textMark = /^'/
const typed: ReadonlySet<AttributeType> = new Set(['number', 'date', 'boolean'])

/** Reads one row, or says all that is wrong with it. */
export function readContactRow(
  cells: readonly string[],
  { columns, mapping, countryCode, attributes, tags, users, today }: Table,
): { readonly contact: ReadContact } | { readonly problems: readonly RowProblem[] } {
  const problems: RowProblem[] = []
  const found = {
    name: '',
    number: null as string | null,
    email: null as string | null,
    extra: [] as ContactExtra[],
    details: {} as Partial<Record<ContactDetailField, string>>,
    attributes: {} as AttributeValues,
    tags: [] as string[],
    wallets: [] as string[],
  }
  for (const [column, field] of mapping.entries()) {
    const text = (cells[column] ?? '').trim()
    if (field === 'ignore' || text === '') continue
    const wrong = (problem: ContactRowProblem): void => void problems.push({ column, problem })
    const key = attributeOf(field)
    if (text.length > longestCell) wrong('cellTooLong')
    else if (field === 'name') {
      found.name = text
      if (text.length > longestName) wrong('nameTooLong')
    } else if (field === 'number') {
      found.number = canonicalPhone(internationalPhone(text.replace(textMark, ''), countryCode)) ?? null
      if (found.number === null) wrong('numberInvalid')
    } else if (field === 'email') {
      found.email = canonicalEmail(text) ?? null
      if (found.email === null) wrong('emailInvalid')
    } else if (isContactDetail(field)) {
      const value = readDetail(field, text, today)
      if (value === undefined) wrong('detailInvalid')
      else found.details[field] = value
    } else if (key !== undefined) {
      const attribute = attributes.get(key)
      const read = attribute
        ? readAttribute(attribute, typed.has(attribute.type) ? text.replace(textMark, '') : text)
        : { problem: 'attributeGone' as const }
      if ('problem' in read) wrong(read.problem)
      else found.attributes[key] = read.value
    } else if (field === 'extra')
      found.extra.push({ description: (columns[column] ?? '').slice(0, longestName), info: text })
    else
      for (const name of text
        .split(/[,;|]/)
        .map((word) => word.trim())
        .filter((word) => word !== '')) {
        const [known, ids, problem] =
          field === 'wallets'
            ? ([users, found.wallets, 'userUnknown'] as const)
            : ([tags, found.tags, 'tagUnknown'] as const)
        const id = known.get(name.toLowerCase())
        if (id === undefined) wrong(problem)
        else ids.push(id)
      }
  }
  const columnOf = (field: ContactImportField): number | null =>
    mapping.includes(field) ? mapping.indexOf(field) : null
  if (found.name === '' && !problems.some(({ column }) => column === columnOf('name')))
    problems.push({ column: columnOf('name'), problem: 'nameMissing' })
  if (
    found.number === null &&
    found.email === null &&
    !problems.some(({ problem }) => problem === 'numberInvalid' || problem === 'emailInvalid')
  )
    problems.push({ column: columnOf('number'), problem: 'numberMissing' })
  return problems.length > 0
    ? { problems }
    : { contact: { ...found, tags: [...new Set(found.tags)], wallets: [...new Set(found.wallets)] } }
}

export const identitiesOf = ({ number, email }: Pick<ReadContact, 'number' | 'email'>): IdentityKey[] => [
  ...(number === null ? [] : [{ kind: 'phone', value: number }]),
  ...(email === null ? [] : [{ kind: 'email', value: email }]),
]
