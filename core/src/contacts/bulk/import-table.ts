import { Refusal } from '@recado/contracts'
import { CsvError } from 'csv-parse'
import { csvRows } from './csv-rows.ts'
import { isArchive, xlsxRows } from './xlsx-rows.ts'

export const importLimits = { fileBytes: 20_000_000, rows: 200_000, columns: 100 } as const

export interface ImportTable { readonly columns: readonly string[]; /** Those below the heading, in portions; read once. */ readonly portions: AsyncIterable<readonly (readonly string[])[]> }

const portion = 1_000

/** A file as a table: its first row is the heading. Rows are read as they are asked for. @throws Refusal ERR_CONTACT_IMPORT_FILE, ERR_CONTACT_IMPORT_ROWS */
export async function readTable(bytes: Uint8Array): Promise<ImportTable> {
  const rows = readable(isArchive(bytes) ? xlsxRows(bytes) : csvRows(bytes))
  const heading = await rows.next()
  if (heading.done) throw new Refusal('ERR_CONTACT_IMPORT_FILE')
  const columns = heading.value.map((cell) => cell.trim().slice(0, 200))
  if (columns.length > importLimits.columns) throw new Refusal('ERR_CONTACT_IMPORT_ROWS', { limit: importLimits.columns })
  return { columns, portions: inPortions(rows) }
}

async function* inPortions(rows: AsyncIterable<string[]>): AsyncGenerator<string[][]> {
  let read = 0
  let next: string[][] = []
  for await (const row of rows) {
    if (++read > importLimits.rows) throw new Refusal('ERR_CONTACT_IMPORT_ROWS', { limit: importLimits.rows })
    next.push(row)
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
