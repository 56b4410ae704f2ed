import { contactDetailFields, contactDetails, type ContactDetailField } from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'
import { contact } from '../tables/contact.table.ts'

/** A detail of a contact as a column of `core.contact`. */
export interface DetailColumn {
  readonly field: ContactDetailField
  readonly name: string
  /** Type of the column in PostgreSQL. */
  readonly type: 'text' | 'date'
}

/** The columns of all details, in the order of an export. */
export const detailColumns: readonly DetailColumn[] = contactDetailFields.map((field) => ({
  field,
  name: contact[field].name,
  type: contactDetails[field].type === 'day' ? 'date' : 'text',
}))

const selected = detailColumns
  .map(({ field, name, type }) => `${type === 'date' ? `to_char(c.${name}, 'YYYY-MM-DD')` : `c.${name}`} as "${field}"`)
  .join(', ')

/** Select list of all details of the contact `c` under their names in answers; holds nothing of a request. */
export const selectedDetails = (sql: SqlBuilder): Query => sql(Object.assign([selected], { raw: [selected] }))
