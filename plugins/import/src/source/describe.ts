import { refusal } from '../errors.ts'
import type { Dialect, Source } from './source.ts'

/** The family of the other system: how its tables look. */
export type System = 'whaticket' | 'izing'

/** Tables and columns that the source has, of those that are read. */
export class Layout {
  readonly #columns: ReadonlyMap<string, ReadonlySet<string>>
  constructor(columns: ReadonlyMap<string, ReadonlySet<string>>) {
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
  get system(): System {
    return this.has('Messages', 'timestamp') || this.has('FastReply') ? 'izing' : 'whaticket'
  }
}

const tables = [
  'Tickets',
  'Contacts',
  'Messages',
  'Queues',
  'Users',
  'Whatsapps',
  'Tags',
  'ContactTags',
  'TicketTags',
  'Tenants',
  'Companies',
  'FastReply',
] as const

const needed = [
  ['Tickets', 'contactId'],
  ['Tickets', 'status'],
  ['Contacts', 'number'],
  ['Messages', 'ticketId'],
  ['Messages', 'body'],
] as const

/** Finds out which system the database is of. @throws Refusal ERR_IMPORT_SYSTEM */
export async function layoutOf(source: Source): Promise<Layout> {
  const rows = await source.query<{ tableName: string; columnName: string }>(`
    select table_name as "tableName", column_name as "columnName" from information_schema.columns
     where ${source.dialect.isOfDatabase}
       and lower(table_name) in (${tables.map((name) => `'${name.toLowerCase()}'`).join(', ')})`)
  const columns = new Map<string, Set<string>>()
  for (const { tableName, columnName } of rows) {
    // MySQL on Windows keeps names of tables in small letters, and takes any.
    const table = tables.find((name) => name.toLowerCase() === tableName.toLowerCase())!
    columns.set(table, (columns.get(table) ?? new Set()).add(columnName))
  }
  const layout = new Layout(columns)
  if (needed.some(([table, column]) => !layout.has(table, column))) throw refusal('ERR_IMPORT_SYSTEM')
  return layout
}

/** Something of the source that is mapped to something here. */
export interface Named {
  readonly ref: string
  readonly name: string
}

/** What was found in the source, before anything is read. */
export interface Description {
  readonly system: System | 'table' | 'chatwoot'
  /** Companies in it; empty where it is of one. */
  readonly companies: readonly Named[]
  readonly connections: readonly Named[]
  readonly users: readonly (Named & { readonly email: string })[]
  /** Without those that the source does not tell the number of. */
  readonly totals: Readonly<Partial<Record<'queue' | 'tag' | 'contact' | 'ticket' | 'message', number>>>
}

const mostNamed = 500

/** Describes a company of the source. Without one of several only these are told. */
export async function describeSource(source: Source, company: string | null): Promise<Description> {
  const layout = await layoutOf(source)
  const { text, number } = source.dialect
  const companyTable = layout.has('Tenants') ? 'Tenants' : layout.has('Companies') ? 'Companies' : undefined
  const companies =
    companyTable === undefined || layout.companyColumn('Tickets') === undefined
      ? []
      : await source.query<Named>(`
        select ${text('x.id')} as ref, coalesce(${text(layout.column(companyTable, 'name'))}, ${text('x.id')}) as name
          from "${companyTable}" x order by x.id limit ${mostNamed}`)
  /** Rows of the company in a table, and the value that says which one. */
  const of = (table: string): { where: string; values: string[] } => {
    const column = company === null ? undefined : layout.companyColumn(table)
    return column === undefined
      ? { where: 'true', values: [] }
      : { where: isOfCompany(source.dialect, column), values: [company!] }
  }
  const named = async <T extends Named>(table: string, more = ''): Promise<readonly T[]> => {
    if (!layout.has(table)) return []
    const { where, values } = of(table)
    const name = text(layout.column(table, 'name', 'queue', 'tag'))
    return source.query<T>(
      `select ${text('x.id')} as ref, coalesce(${name}, ${text('x.id')}) as name${more}
         from "${table}" x where ${where} order by x.id limit ${mostNamed}`,
      values,
    )
  }
  const count = async (table: string): Promise<number> => {
    if (!layout.has(table)) return 0
    const { where, values } = of(table)
    const [row] = await source.query<{ total: number }>(
      `select ${number('count(*)')} as total from "${table}" x where ${where}`,
      values,
    )
    return row!.total
  }
  return {
    system: layout.system,
    companies: [...companies],
    connections: await named('Whatsapps'),
    users: await named<Named & { email: string }>(
      'Users',
      `, coalesce(${text(layout.column('Users', 'email'))}, '') as email`,
    ),
    totals: {
      queue: await count('Queues'),
      tag: await count('Tags'),
      contact: await count('Contacts'),
      ticket: await count('Tickets'),
      message: await count('Messages'),
    },
  }
}

/** Condition that a row is of the company that the first value names. */
export const isOfCompany = (dialect: Dialect, column: string): string =>
  `${dialect.text(`x."${column}"`)} = ${dialect.parameter(1)}`
