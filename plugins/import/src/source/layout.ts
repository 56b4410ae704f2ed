import type { Source } from './source.ts'

/** Tables and columns that the source has, of those that are read. */
export class Layout {
  /** Types of columns by table. */
  readonly #columns: ReadonlyMap<string, ReadonlyMap<string, string>>
  constructor(columns: ReadonlyMap<string, ReadonlyMap<string, string>>) {
    this.#columns = columns
  }
  has(table: string, column?: string): boolean {
    const columns = this.#columns.get(table)
    return columns !== undefined && (column === undefined || columns.has(column))
  }
  /** The first of these columns that the table has, as SQL of alias `x`; null where it has none. */
  column(table: string, ...names: readonly string[]): string {
    const found = names.find((name) => this.has(table, name))
    return found === undefined ? 'null' : `x."${found}"`
  }
  /** The column by which rows belong to one of several companies. */
  companyColumn(table: string): string | undefined {
    return ['tenantId', 'companyId'].find((name) => this.has(table, name))
  }
  /** Types of the columns by table, as the source names them. */
  types(): Record<string, Record<string, string>> {
    return Object.fromEntries([...this.#columns].map(([table, columns]) => [table, Object.fromEntries(columns)]))
  }
}

/** Which of these tables the source has, in whatever case, and their columns. */
export async function readLayout(source: Source, tables: readonly string[]): Promise<Layout> {
  const { text } = source.dialect
  const rows = await source.query<{ tableName: string; columnName: string; type: string }>(`
    select table_name as "tableName", column_name as "columnName", ${text('data_type')} as type
      from information_schema.columns
     where ${source.dialect.isOfDatabase}
       and lower(table_name) in (${tables.map((name) => `'${name.toLowerCase()}'`).join(', ')})`)
  const columns = new Map<string, Map<string, string>>()
  for (const { tableName, columnName, type } of rows) {
    // MySQL on Windows keeps names of tables in small letters, and takes any.
    const table = tables.find((name) => name.toLowerCase() === tableName.toLowerCase())!
    columns.set(table, (columns.get(table) ?? new Map<string, string>()).set(columnName, type))
  }
  return new Layout(columns)
}
