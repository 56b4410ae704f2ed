import { withoutCsvEscape } from '@recado/contracts'
import { csvRows } from './csv-rows.ts'
import { isOwnTable } from './own-tables.ts'
import { TableFault, tooMuchText } from './table-fault.ts'
import { importLimits, textLimits } from './table-limits.ts'
import { isArchive, xlsxRows } from './xlsx-rows.ts'

export interface ImportTable {
  readonly columns: readonly string[]
  /** Rows below the heading, never wider than it, in portions; read once. */
  readonly portions: AsyncIterable<readonly (readonly string[])[]>
}

/** A portion ends with the row that reaches one of these: it is handed over and stored in one piece. */
const portion = { rows: 1_000, characters: 250_000 } as const
const longestHeading = 200

/**
 * A file as a table: its first row is the heading. Rows are read as they are asked for. Runs in a worker thread
 * (table-worker.ts) and therefore loads no contracts.
 * @throws TableFault ERR_CONTACT_IMPORT_FILE, ERR_CONTACT_IMPORT_ROWS, ERR_CONTACT_IMPORT_TEXT
 */
export async function readTable(bytes: Uint8Array): Promise<ImportTable> {
  const isBook = isArchive(bytes)
  let width = Infinity
  const rows = readable(isBook ? xlsxRows(bytes, () => width) : csvRows(bytes))
  const heading = await rows.next()
  if (heading.done) throw new TableFault('ERR_CONTACT_IMPORT_FILE')
  width = heading.value.length
  if (width > importLimits.columns) throw new TableFault('ERR_CONTACT_IMPORT_ROWS', { limit: importLimits.columns })
  // A workbook says of each cell that it is text, and needs no escapes.
  const isEscaped = !isBook && isOwnTable(heading.value.map((cell) => cell.trim()))
  const taken: Taken = isEscaped ? withoutCsvEscape : (cell) => cell
  const columns = heading.value.map((cell) => taken(cell).trim().slice(0, longestHeading))
  return { columns, portions: inPortions(rows, width, taken) }
}

type Taken = (cell: string) => string

async function* inPortions(rows: AsyncIterable<string[]>, width: number, taken: Taken): AsyncGenerator<string[][]> {
  let read = 0
  let characters = 0
  let next: string[][] = []
  let nextCharacters = 0
  for await (const row of rows) {
    const cells = row.slice(0, width).map(taken)
    if (isBlank(cells)) continue
    if (++read > importLimits.rows) throw new TableFault('ERR_CONTACT_IMPORT_ROWS', { limit: importLimits.rows })
    const length = cells.reduce((sum, cell) => sum + cell.length, 0)
    if (length > textLimits.row) throw tooMuchText(textLimits.row)
    if ((characters += length) > textLimits.table) throw tooMuchText(textLimits.table)
    next.push(cells)
    nextCharacters += length
    if (next.length < portion.rows && nextCharacters < portion.characters) continue
    yield next
    next = []
    nextCharacters = 0
  }
  if (next.length > 0) yield next
  if (read === 0) throw new TableFault('ERR_CONTACT_IMPORT_FILE')
}

/** Without what PostgreSQL cannot keep, and without rows of nothing but space. */
async function* readable(rows: AsyncIterable<string[]>): AsyncGenerator<string[], undefined> {
  for await (const row of rows) {
    const cells = row.map((cell) => cell.replaceAll('\u0000', '').toWellFormed())
    if (!isBlank(cells)) yield cells
  }
  return undefined
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')
