import { serveIsolated } from '../../isolation/serve-isolated.ts'
import { readTable } from './import-table.ts'

/** Messages of the thread about a table: its heading first, then its rows as a JSON array, ready to be stored. */
export type TablePiece = { readonly columns: readonly string[] } | { readonly rows: number; readonly json: string }

serveIsolated(async function* (bytes: Uint8Array): AsyncGenerator<TablePiece> {
  const { columns, portions } = await readTable(bytes)
  yield { columns }
  for await (const rows of portions) yield { rows: rows.length, json: JSON.stringify(rows) }
})
