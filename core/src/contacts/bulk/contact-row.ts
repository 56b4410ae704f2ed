import type { ContactExtra, ContactImportField, ContactRowProblem } from '@recado/contracts'
import { canonicalEmail, type IdentityKey } from '../identity-claims.ts'
import { canonicalPhone } from '../phone.ts'
import { internationalPhone } from './international-phone.ts'

/** What is wrong with a row; `column` counts from 0, null for the row as a whole. */
export interface RowProblem { readonly column: number | null; readonly problem: ContactRowProblem }

/** Somebody, as a row of a table describes them. */
export interface ReadContact {
  readonly name: string
  readonly number: string | null
  readonly email: string | null
  readonly extra: readonly ContactExtra[]
  /** Ids of the tags that the row names. */
  readonly tags: readonly string[]
}

export interface Table {
  readonly columns: readonly string[]
  readonly mapping: readonly ContactImportField[]
  /** Of numbers that are written without one; null where all have it. */
  readonly countryCode: string | null
  /** Ids of tags by their name in lower case. */
  readonly tags: ReadonlyMap<string, string>
}

export const longestName = 200
export const longestCell = 2_000
/** Exports put an apostrophe before what a spreadsheet would take for a formula; read back, it is gone. */
const defused = /^'(?=[=+\-@\t\r])/

/** Reads one row, or says all that is wrong with it. */
export function readContactRow(cells: readonly string[], { columns, mapping, countryCode, tags }: Table): { readonly contact: ReadContact } | { readonly problems: readonly RowProblem[] } {
  const problems: RowProblem[] = []
  const found = { name: '', number: null as string | null, email: null as string | null, extra: [] as ContactExtra[], tags: [] as string[] }
  for (const [column, field] of mapping.entries()) {
    const text = (cells[column] ?? '').replace(defused, '').trim()
    if (field === 'ignore' || text === '') continue
    const wrong = (problem: ContactRowProblem): void => void problems.push({ column, problem })
    if (text.length > longestCell) wrong('cellTooLong')
    else if (field === 'name') {
      found.name = text
      if (text.length > longestName) wrong('nameTooLong')
    } else if (field === 'number') {
      found.number = canonicalPhone(internationalPhone(text, countryCode)) ?? null
      if (found.number === null) wrong('numberInvalid')
    } else if (field === 'email') {
      found.email = canonicalEmail(text) ?? null
      if (found.email === null) wrong('emailInvalid')
    } else if (field === 'extra') found.extra.push({ description: (columns[column] ?? '').slice(0, longestName), info: text })
    else for (const name of text.split(/[,;|]/).map((word) => word.trim()).filter((word) => word !== '')) {
      const tag = tags.get(name.toLowerCase())
      if (tag === undefined) wrong('tagUnknown')
      else found.tags.push(tag)
    }
  }
  const columnOf = (field: ContactImportField): number | null => (mapping.includes(field) ? mapping.indexOf(field) : null)
  if (found.name === '' && !problems.some(({ column }) => column === columnOf('name'))) problems.push({ column: columnOf('name'), problem: 'nameMissing' })
  if (found.number === null && found.email === null && !problems.some(({ problem }) => problem === 'numberInvalid' || problem === 'emailInvalid')) problems.push({ column: columnOf('number'), problem: 'numberMissing' })
  return problems.length > 0 ? { problems } : { contact: { ...found, tags: [...new Set(found.tags)] } }
}

export const identitiesOf = ({ number, email }: Pick<ReadContact, 'number' | 'email'>): IdentityKey[] =>
  [...(number === null ? [] : [{ kind: 'phone', value: number }]), ...(email === null ? [] : [{ kind: 'email', value: email }])]
