import { refusal } from '../errors.ts'
import type { Latest } from '../run/latest.ts'
import { readLayout, type Layout } from './layout.ts'
import type { Dialect, Source } from './source.ts'

/** The family of the other system: how its tables look. */
export type System = 'whaticket' | 'izing'

const systemOf = (layout: Layout): System =>
  layout.has('Messages', 'timestamp') || layout.has('FastReply') ? 'izing' : 'whaticket'

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
  const layout = await readLayout(source, tables)
  if (needed.some(([table, column]) => !layout.has(table, column))) throw refusal('ERR_IMPORT_SYSTEM')
  return layout
}

/** When rows of these tables changed last, in milliseconds of the source; not what is said to change later on. */
export async function latestOf(source: Source, layout: Layout): Promise<Latest> {
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
export async function describeSource(source: Source, layout: Layout, company: string | null): Promise<Description> {
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
    system: systemOf(layout),
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
