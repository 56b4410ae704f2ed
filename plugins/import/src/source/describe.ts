import type { Sql } from 'postgres'
import { refusal } from '../errors.ts'

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
export async function layoutOf(source: Sql): Promise<Layout> {
  const rows = await source<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
     where table_schema = any (current_schemas(false)) and table_name in ${source([...tables])}`
  const columns = new Map<string, Set<string>>()
  for (const { table, column } of rows) columns.set(table, (columns.get(table) ?? new Set()).add(column))
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
  readonly system: System
  /** Companies in it; empty where it is of one. */
  readonly companies: readonly Named[]
  readonly connections: readonly Named[]
  readonly users: readonly (Named & { readonly email: string })[]
  readonly totals: Readonly<Record<'queue' | 'tag' | 'contact' | 'ticket' | 'message', number>>
}

const mostNamed = 500

/** Describes a company of the source. Without one of several only these are told. */
export async function describeSource(source: Sql, company: string | null): Promise<Description> {
  const layout = await layoutOf(source)
  const companyTable = layout.has('Tenants') ? 'Tenants' : layout.has('Companies') ? 'Companies' : undefined
  const companies =
    companyTable === undefined || layout.companyColumn('Tickets') === undefined
      ? []
      : await source.unsafe<Named[]>(
          `select x.id::text as ref, coalesce(${layout.column(companyTable, 'name')}, x.id::text) as name
             from "${companyTable}" x order by x.id limit ${mostNamed}`,
        )
  const of = (table: string): string => whereCompany(layout, table)
  const values = company === null ? [] : [company]
  const named = async <T extends Named>(table: string, more = ''): Promise<readonly T[]> =>
    layout.has(table)
      ? source.unsafe<T[]>(
          `select x.id::text as ref, coalesce(${layout.column(table, 'name', 'queue', 'tag')}::text, x.id::text) as name${more}
             from "${table}" x where ${company === null ? 'true' : of(table)} order by x.id limit ${mostNamed}`,
          company !== null && layout.companyColumn(table) ? values : [],
        )
      : []
  const count = async (table: string): Promise<number> => {
    if (!layout.has(table)) return 0
    const [row] = await source.unsafe<{ rows: number }[]>(
      `select count(*)::float8 as rows from "${table}" x where ${company === null ? 'true' : of(table)}`,
      company !== null && layout.companyColumn(table) ? values : [],
    )
    return row!.rows
  }
  return {
    system: layout.system,
    companies: [...companies],
    connections: await named('Whatsapps'),
    users: await named<Named & { email: string }>(
      'Users',
      `, coalesce(${layout.column('Users', 'email')}::text, '') as email`,
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

/** Condition that a row is of the company that `$1` names; true where the table tells no companies apart. */
export function whereCompany(layout: Layout, table: string): string {
  const column = layout.companyColumn(table)
  return column === undefined ? 'true' : `x."${column}"::text = $1`
}
