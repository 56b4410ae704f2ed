import type { Locale } from './locale.ts'

/**
 * A text that a spreadsheet would read as a formula gets an apostrophe, which it shows as text (OWASP, CSV injection).
 * So does one with blanks or apostrophes before such a sign, so that its own apostrophe is not taken for an added one.
 */
const formula = /^[\s']*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r]/u
const escaped = /^'(?=[\s']*[=+\-@\uff1d\uff0b\uff0d\uff20]|'*[\t\r])/u

/** What separates the cells of a line. */
export type CsvSeparator = ',' | ';'

/** Begins a file: the mark makes spreadsheets read UTF-8. */
export const csvStart = '\uFEFF'

/**
 * The separator that spreadsheets of a language expect: a semicolon where the comma is the decimal mark, so that a
 * double click opens the table in columns.
 */
export const csvSeparatorOf = (locale: Locale): CsvSeparator => (locale === 'en' ? ',' : ';')

/** One line of RFC 4180 with its line break. No cell is a formula. */
export const csvLine = (cells: readonly string[], separator: CsvSeparator = ','): string =>
  `${cells.map(csvCell).join(separator)}\r\n`

function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A cell of {@link csvLine} as it was before a spreadsheet could take it for a formula. Of tables that were not written
 * by it, it takes what belongs to the text.
 */
export const withoutCsvEscape = (cell: string): string => cell.replace(escaped, '')
