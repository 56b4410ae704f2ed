import { Refusal } from '@recado/contracts'
import { CsvError } from 'csv-parse'
import { withoutEscape } from '../../audit/csv.ts'
import { csvRows } from './csv-rows.ts'
import { isOwnTable } from './own-tables.ts'
import { isArchive, xlsxRows } from './xlsx-rows.ts'

export const importLimits = { fileBytes: 20_000_000, rows: 200_000, columns: 100 } as const

export interface ImportTable { readonly columns: readonly string[]; /** Those below the heading, in portions; read once. */ readonly portions: AsyncIterable<readonly (readonly string[])[]> }

const portion = 1_000

/** A file as a table: its first row is the heading. Rows are read as they are asked for. @throws Refusal ERR_CONTACT_IMPORT_FILE, ERR_CONTACT_IMPORT_ROWS */
export async function readTable(bytes: Uint8Array): Promise<ImportTable> {
  const isBook = isArchive(bytes)
  const rows = readable(isBook ? xlsxRows(bytes) : csvRows(bytes))
  const heading = await rows.next()
  if (heading.done) throw new Refusal('ERR_CONTACT_IMPORT_FILE')
  // A workbook says of each cell that it is text, and needs no escapes.
  const isEscaped = !isBook && isOwnTable(heading.value.map((cell) => cell.trim()))
  const taken = isEscaped ? withoutEscape : (cell: string) => cell
  const columns = heading.value.map((cell) => taken(cell).trim().slice(0, 200))
  if (columns.length > importLimits.columns) throw new Refusal('ERR_CONTACT_IMPORT_ROWS', { limit: importLimits.columns })
  return { columns, portions: inPortions(rows, taken) }
}

async function* inPortions(rows: AsyncIterable<string[]>, taken: (cell: string) => string): AsyncGenerator<string[][]> {
  let read = 0
  let next: string[][] = []
  for await (const row of rows) {
    if (++read > importLimits.rows) throw new Refusal('ERR_CONTACT_IMPORT_ROWS', { limit: importLimits.rows })
    next.push(row.map(taken))
    if (next.length < portion) continue
    yield next
    next = []
  }
  if (next.length > 0) yield next
  if (read === 0) throw new Refusal('ERR_CONTACT_IMPORT_FILE')
}

/** Without what PostgreSQL cannot keep, and without rows of nothing but space. */
async function* readable(rows: AsyncIterable<string[]>): AsyncGenerator<string[], undefined> {
  try {
    for await (const row of rows) {
      const cells = row.map((cell) => cell.replaceAll('\u0000', '').toWellFormed())
      if (cells.some((cell) => cell.trim() !== '')) yield cells
    }
    return undefined
  } catch (cause) {
    throw cause instanceof CsvError ? new Refusal('ERR_CONTACT_IMPORT_FILE', {}, { cause }) : cause
  }
}
