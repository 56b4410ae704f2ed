import { writeDay, writeInstantDay, type Reader } from '../table/cells.ts'
import type { ContactRow } from './contact-row.ts'

/** Columns of the reports of contacts, in the order of a choice. */
export const contactColumns = [
  'name',
  'number',
  'email',
  'tags',
  'state',
  'celebratedOn',
  'age',
  'birthdayDate',
  'wallets',
  'businessName',
  'document',
  'category',
  'source',
  'createdAt',
] as const
export type ContactColumn = (typeof contactColumns)[number]

/** Reports of contacts, by the last part of their paths. */
export type ContactReportName = 'list' | 'tags' | 'states' | 'birthdays'

/** What a report shows at first. */
export const firstColumns: Readonly<Record<ContactReportName, readonly ContactColumn[]>> = {
  list: ['name', 'number', 'email', 'tags', 'createdAt'],
  tags: ['name', 'number', 'email', 'tags', 'createdAt'],
  states: ['name', 'number', 'state', 'tags', 'createdAt'],
  birthdays: ['celebratedOn', 'name', 'age', 'number', 'email', 'tags'],
}

/** Columns that a report can have: only that of birthdays knows what is celebrated. */
export const columnsOf = (report: ContactReportName): readonly ContactColumn[] =>
  report === 'birthdays'
    ? contactColumns
    : contactColumns.filter((column) => column !== 'celebratedOn' && column !== 'age')

/** A cell, the same on the screen and in a file. */
export function contactCell(column: ContactColumn, row: ContactRow, reader: Reader): string {
  switch (column) {
    case 'tags':
    case 'wallets':
      return row[column].join(', ')
    case 'birthdayDate':
    case 'celebratedOn':
      return writeDay(row[column], reader)
    case 'age':
      return row.age === null ? '' : String(row.age)
    case 'createdAt':
      return writeInstantDay(row.createdAt, reader)
    default:
      return row[column] ?? ''
  }
}
