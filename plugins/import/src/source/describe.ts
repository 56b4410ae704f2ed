import { refusal } from '../errors.ts'
import type { Dialect, Source } from './source.ts'

/** The family of the other system: how its tables look. */
export type System = 'whaticket' | 'izing'

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
  'QuickMessages',
  'QuickAnswers',
  'UserQueues',
  'UsersQueues',
] as const

/** Where ready texts are: of izing and Z-PRO, of later versions of whaticket, of the first one. */
export const quickMessagesTable = (layout: Layout) =>
  (['FastReply', 'QuickMessages'] as const).find((table) => layout.has(table)) ?? 'QuickAnswers'

const needed = [
  ['Tickets', 'contactId'],
  ['Tickets', 'status'],
  ['Contacts', 'number'],
  ['Messages', 'ticketId'],
  ['Messages', 'body'],
] as const

/** Finds out which system the database is of. @throws Refusal ERR_IMPORT_SYSTEM */
export async function layoutOf(source: Source): Promise<Layout> {
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
  const layout = new Layout(columns)
  if (needed.some(([table, column]) => !layout.has(table, column))) throw refusal('ERR_IMPORT_SYSTEM')
  return layout
}

/** When rows of these tables changed last, in milliseconds of the source; not what is said to change later on. */
export async function latestOf(
  source: Source,
  layout: Layout,
): Promise<Record<'Contacts' | 'Tickets' | 'Messages', number | null>> {
  const { milliseconds, number, parameter } = source.dialect
  const latest = async (table: string): Promise<number | null> => {
    const changed = milliseconds(changedColumn(layout, table))
    const [row] = await source.query<{ at: number | string | null }>(
      `select max(${changed}) as at from "${table}" x where ${changed} <= ${number(parameter(1))}`,
      [String(Date.now())],
    )
    return row?.at == null ? null : Number(row.at)
  }
  return { Contacts: await latest('Contacts'), Tickets: await latest('Tickets'), Messages: await latest('Messages') }
}

/** By which column it is told that a row changed. */
export const changedColumn = (layout: Layout, table: string): string => layout.column(table, 'updatedAt', 'createdAt')

/** Something of the source that is mapped to something here. */
export interface Named {
  readonly ref: string
  readonly name: string
}

/** A user of the source; `profile` as the source calls it, empty where it has none. */
export interface FoundUser extends Named {
  readonly email: string
  readonly profile: string
}

/** What was found in the source, before anything is read. */
export interface Description {
  readonly system: System | 'table' | 'chatwoot'
  /** Companies in it; empty where it is of one. */
  readonly companies: readonly Named[]
  readonly connections: readonly Named[]
  readonly users: readonly FoundUser[]
  /** Without those that the source does not tell the number of. */
  readonly totals: Readonly<
    Partial<Record<'queue' | 'tag' | 'quickMessage' | 'contact' | 'ticket' | 'message', number>>
  >
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
    users: await named<FoundUser>(
      'Users',
      `, coalesce(${text(layout.column('Users', 'email'))}, '') as email,
         coalesce(${text(layout.column('Users', 'profile'))}, '') as profile`,
    ),
    totals: {
      queue: await count('Queues'),
      tag: await count('Tags'),
      quickMessage: await count(quickMessagesTable(layout)),
      contact: await count('Contacts'),
      ticket: await count('Tickets'),
      message: await count('Messages'),
    },
  }
}

/** Condition that a row is of the company that the first value names. */
export const isOfCompany = (dialect: Dialect, column: string): string =>
  `${dialect.text(`x."${column}"`)} = ${dialect.parameter(1)}`
