import type { ImportTable, PluginTransaction } from '@recado/sdk'

/** A table that was uploaded. */
export interface StoredTable {
  readonly id: string
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
}

const shown = 'f.id, f.name, f.columns, f.rows'

/** Keeps all rows of a table, in the portions in which it is read. */
export async function keepTable(
  tx: PluginTransaction,
  tenantId: string,
  { userId, name }: { readonly userId: string; readonly name: string },
  { columns, portions }: ImportTable,
): Promise<StoredTable> {
  const [file] = (await tx.query(
    `insert into plg_import.table_file (tenant_id, user_id, name, columns) values ($1, $2, $3, $4::jsonb) returning id`,
    [tenantId, userId, name, JSON.stringify(columns)],
    'object',
  )) as { id: string }[]
  let rows = 0
  for await (const portion of portions) {
    await tx.query(
      `insert into plg_import.table_row (tenant_id, file_id, number, cells)
       select $1, $2, $3::integer + r.place, r.cells
         from jsonb_array_elements($4::jsonb) with ordinality r (cells, place)`,
      [tenantId, file!.id, rows, portion.json],
      'object',
    )
    rows += portion.rows
  }
  await tx.query(
    'update plg_import.table_file set rows = $3 where tenant_id = $1 and id = $2',
    [tenantId, file!.id, rows],
    'object',
  )
  return { id: file!.id, name, columns, rows }
}

/** The tables of the company, latest first; few, for they go with their import. */
export const readTables = async (tx: PluginTransaction, tenantId: string): Promise<StoredTable[]> =>
  (await tx.query(
    `select ${shown} from plg_import.table_file f where f.tenant_id = $1 order by f.id desc limit 20`,
    [tenantId],
    'object',
  )) as StoredTable[]

export async function readTable(tx: PluginTransaction, tenantId: string, id: string): Promise<StoredTable | undefined> {
  const [row] = await tx.query(
    `select ${shown} from plg_import.table_file f where f.tenant_id = $1 and f.id = $2`,
    [tenantId, id],
    'object',
  )
  return row as StoredTable | undefined
}

/** Removes a table, unless an import reads it; false where it stays, or is not there. */
export const removeTable = async (tx: PluginTransaction, tenantId: string, id: string): Promise<boolean> =>
  (
    await tx.query(
      `delete from plg_import.table_file f where f.tenant_id = $1 and f.id = $2 and not exists (
         select from plg_import.run r
          where r.tenant_id = $1 and r.state = 'running' and r.mapping->'table'->>'file' = $2::text)
       returning f.id`,
      [tenantId, id],
      'object',
    )
  ).length > 0

export interface TableRow {
  readonly number: number
  readonly cells: readonly string[]
}

/** Rows behind this one. */
export const rowsAfter = async (
  tx: PluginTransaction,
  tenantId: string,
  file: string,
  after: number,
  size: number,
): Promise<TableRow[]> =>
  (await tx.query(
    `select number, cells from plg_import.table_row
      where tenant_id = $1 and file_id = $2 and number > $3 order by number limit ${size}`,
    [tenantId, file, after],
    'object',
  )) as TableRow[]
