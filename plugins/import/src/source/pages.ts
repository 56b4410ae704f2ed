import type { Latest } from '../run/latest.ts'
import { changedColumn, isOfCompany, quickMessagesTable } from './describe.ts'
import type { Layout } from './layout.ts'
import type {
  ContactRow,
  LabelRow,
  MessageChoice,
  MessageRow,
  Page,
  QuickMessageRow,
  Reader,
  TicketRow,
  UserRow,
} from './reader.ts'
import type { Source } from './source.ts'

/** Characters of a text that leave the source: one more than are kept. */
const longestText = 60_001
/** One more than a ready text may have here. */
const longestQuickMessage = 10_001
const pageSizes = { label: 500, contact: 500, ticket: 500, message: 1_000, file: 50 } as const

/** Values that a row has in SQL, before they are as {@link Pages} answers them. */
type Raw = Record<string, unknown> & { readonly ref: string }
const yes = (value: unknown): boolean => value === true || value === 1
const mostTags = 50
const listed = (joined: unknown): string[] =>
  typeof joined === 'string' ? joined.split(',').filter(Boolean).slice(0, mostTags) : []

/** Versions of whaticket keep files of quick messages in a folder of theirs, of the company, or beside all others. */
function quickMessageFile(file: unknown, company: unknown): Pick<QuickMessageRow, 'file' | 'otherwise'> {
  if (typeof file !== 'string' || file.trim() === '') return { file: null }
  if (/^https?:/i.test(file)) return { file }
  const name = `quickMessage/${file}`
  return { file: name, otherwise: [...(typeof company === 'string' ? [`company${company}/${name}`] : []), file] }
}

/** Reads the database in pages, each by an index of its key. */
export class Pages implements Reader {
  readonly #source: Source
  readonly #layout: Layout
  readonly #company: string | null
  readonly #since: Latest
  /** @param since reads of these tables only what changed from then on, in milliseconds of the source */
  constructor(source: Source, layout: Layout, company: string | null, since: Latest = {}) {
    this.#since = since
    this.#source = source
    this.#layout = layout
    this.#company = company
  }

  labels(kind: 'queue' | 'tag', after: string | null): Promise<Page<LabelRow>> {
    const table = kind === 'queue' ? 'Queues' : 'Tags'
    const name = this.#layout.column(table, 'name', 'queue', 'tag')
    return this.#page<LabelRow>(table, `${this.#source.dialect.text(name)} as name`, after, pageSizes.label)
  }

  users(after: string | null): Promise<Page<UserRow>> {
    const { text, joined } = this.#source.dialect
    const of = (...names: string[]): string => this.#layout.column('Users', ...names)
    const places = ['UserQueues', 'UsersQueues'].find((table) => this.#layout.has(table, 'queueId'))
    const queues =
      places === undefined
        ? text('null')
        : `(select ${joined('w."queueId"')} from "${places}" w where w."userId" = x.id)`
    return this.#page<UserRow>(
      'Users',
      `left(${text(of('name'))}, 200) as name, left(${text(of('email'))}, 320) as email,
       left(${text(of('profile'))}, 60) as profile, ${queues} as queues`,
      after,
      pageSizes.label,
      (row) => ({ queues: listed(row['queues']) }),
    )
  }

  /** Those of izing and Z-PRO are everybody's; in whaticket they are their author's, unless they are shared. */
  quickMessages(after: string | null): Promise<Page<QuickMessageRow>> {
    const { text, flag } = this.#source.dialect
    const table = quickMessagesTable(this.#layout)
    const of = (...names: string[]): string => this.#layout.column(table, ...names)
    const shared = `${flag(of('geral'))} or ${flag(of('visao'))} or coalesce(${text(of('visibility'))}, '') = 'all'`
    const owner = table === 'QuickMessages' ? `case when not (${shared}) then ${text(of('userId'))} end` : text('null')
    return this.#page<QuickMessageRow>(
      table,
      `left(${text(of('key', 'shortcode', 'shortcut'))}, 200) as "key",
       left(${text(of('message'))}, ${longestQuickMessage}) as "text", ${owner} as "user",
       left(${text(of('mediaPath', 'mediaUrl', 'mediaName'))}, 2000) as file,
       left(${text(of('mediaName'))}, 250) as "mediaName", ${text(this.#companyOf(table))} as company`,
      after,
      pageSizes.label,
      (row) => ({ ...quickMessageFile(row['file'], row['company']), mediaName: row['mediaName'] || null }),
    )
  }

  #companyOf(table: string): string {
    const column = this.#layout.companyColumn(table)
    return column === undefined ? 'null' : `x."${column}"`
  }

  contacts(after: string | null): Promise<Page<ContactRow>> {
    const { text, flag } = this.#source.dialect
    const of = (...names: string[]): string => this.#layout.column('Contacts', ...names)
    return this.#page<ContactRow>(
      'Contacts',
      `left(${text(of('name'))}, 200) as name, left(${text(of('number'))}, 60) as number,
       left(${text(of('email'))}, 320) as email, ${flag(of('isGroup'))} as "isGroup",
       ${this.#tagsOf('ContactTags', 'contactId')} as tags`,
      after,
      pageSizes.contact,
      (row) => ({ isGroup: yes(row['isGroup']), tags: listed(row['tags']) }),
    )
  }

  tickets(after: string | null): Promise<Page<TicketRow>> {
    const { text, flag, number, milliseconds } = this.#source.dialect
    const of = (...names: string[]): string => this.#layout.column('Tickets', ...names)
    return this.#page<TicketRow>(
      'Tickets',
      `${text(of('status'))} as status, ${text(of('contactId'))} as contact, ${text(of('whatsappId'))} as connection,
       ${text(of('userId'))} as "user", ${text(of('queueId'))} as queue, ${flag(of('isGroup'))} as "isGroup",
       ${this.#tagsOf('TicketTags', 'ticketId')} as tags, ${milliseconds(of('createdAt'))} as opened,
       ${number(of('startedAttendanceAt'))} as started, ${number(of('closedAt'))} as closed,
       ${milliseconds(of('updatedAt'))} as updated`,
      after,
      pageSizes.ticket,
      (row) => ({ isGroup: yes(row['isGroup']), tags: listed(row['tags']) }),
    )
  }

  messages(after: string | null, which: MessageChoice): Promise<Page<MessageRow>> {
    const { text, flag, number, milliseconds } = this.#source.dialect
    const of = (...names: string[]): string => this.#layout.column('Messages', ...names)
    const quoted = of('quotedMsgId')
    const file = of('mediaUrl')
    const conditions = { all: 'true', quotes: `${quoted} is not null`, files: `${text(file)} <> ''` } as const
    return this.#page<MessageRow>(
      'Messages',
      `${text(of('ticketId'))} as ticket, ${text(of('userId'))} as "user", ${flag(of('fromMe'))} as "fromMe",
       left(${text(of('body'))}, ${longestText}) as body, left(${text(of('mediaType'))}, 100) as "mediaType",
       left(${text(of('mediaName', 'mediaUrl'))}, 250) as "mediaName", left(${text(file)}, 2000) as file,
       ${flag(of('isDeleted'))} as "isDeleted",
       ${text(quoted)} as quoted, ${number(of('timestamp'))} as sent, ${milliseconds(of('createdAt'))} as created,
       ${milliseconds(of('updatedAt'))} as updated`,
      after,
      which === 'files' ? pageSizes.file : pageSizes.message,
      (row) => ({ fromMe: yes(row['fromMe']), isDeleted: yes(row['isDeleted']), file: row['file'] || null }),
      conditions[which],
    )
  }

  #changedSince(table: string, at: number): string {
    const { milliseconds, number, parameter } = this.#source.dialect
    return `${milliseconds(changedColumn(this.#layout, table))} >= ${number(parameter(at))}`
  }

  #tagsOf(table: string, owner: string): string {
    const { joined, text } = this.#source.dialect
    return this.#layout.has(table, owner) && this.#layout.has(table, 'tagId')
      ? `(select ${joined('w."tagId"')} from "${table}" w where w."${owner}" = x.id)`
      : text('null')
  }

  async #page<T>(
    table: string,
    columns: string,
    after: string | null,
    size: number,
    converted: (row: Raw) => object = () => ({}),
    condition = 'true',
  ): Promise<Page<T>> {
    if (!this.#layout.has(table)) return { rows: [], next: null }
    const { dialect } = this.#source
    const companyColumn = this.#company === null ? undefined : this.#layout.companyColumn(table)
    const since = this.#since[table as keyof Latest] ?? null
    const values = [
      ...(companyColumn === undefined ? [] : [this.#company!]),
      ...(since === null ? [] : [String(since)]),
      ...(after === null ? [] : [after]),
    ]
    const at = companyColumn === undefined ? 1 : 2
    const changed = since === null ? 'true' : this.#changedSince(table, at)
    const rows = await this.#source.query<Raw>(
      `select ${dialect.text('x.id')} as ref, ${columns} from "${table}" x
        where ${companyColumn === undefined ? 'true' : isOfCompany(dialect, companyColumn)}
          and ${condition} and ${changed}
          and ${after === null ? 'true' : `x.id > ${dialect.parameter(values.length)}`} order by x.id limit ${size}`,
      values,
    )
    return {
      rows: rows.map((row) => ({ ...row, ...converted(row) }) as T),
      next: rows.length < size ? null : rows.at(-1)!.ref,
    }
  }
}
