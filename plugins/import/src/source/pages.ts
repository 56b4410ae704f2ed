import type { Sql } from 'postgres'
import { whereCompany, type Layout } from './describe.ts'

/** A page of rows in the order of their keys. */
export interface Page<T> {
  readonly rows: readonly T[]
  /** The key of the last row; null after the last page. */
  readonly next: string | null
}

export interface LabelRow {
  readonly ref: string
  readonly name: string | null
}
export interface ContactRow extends LabelRow {
  readonly number: string | null
  readonly email: string | null
  readonly isGroup: boolean
  readonly tags: readonly string[]
}
/** Instants in milliseconds, as the source has them. */
export interface TicketRow {
  readonly ref: string
  readonly status: string | null
  readonly contact: string | null
  readonly connection: string | null
  readonly user: string | null
  readonly queue: string | null
  readonly isGroup: boolean
  readonly tags: readonly string[]
  readonly opened: number | null
  readonly started: number | null
  readonly closed: number | null
  readonly updated: number | null
}
export interface MessageRow {
  readonly ref: string
  readonly ticket: string | null
  readonly user: string | null
  readonly fromMe: boolean
  readonly body: string | null
  readonly mediaType: string | null
  readonly mediaName: string | null
  readonly isDeleted: boolean
  readonly quoted: string | null
  readonly sent: number | null
  readonly created: number | null
  readonly updated: number | null
}

/** Characters of a text that leave the source: one more than are kept. */
const longestText = 60_001
const pageSizes = { label: 500, contact: 500, ticket: 500, message: 1_000 } as const

const milliseconds = (column: string): string =>
  column === 'null' ? 'null::float8' : `(extract(epoch from ${column}) * 1000)::float8`
const stored = (column: string): string => (column === 'null' ? 'null::float8' : `${column}::float8`)
const flag = (column: string): string => (column === 'null' ? 'false' : `coalesce(${column}, false)`)
const text = (column: string): string => `${column}::text`
const tagsOf = (layout: Layout, table: string, owner: string): string =>
  layout.has(table, owner) && layout.has(table, 'tagId')
    ? `array(select w."tagId"::text from "${table}" w where w."${owner}" = x.id order by 1 limit 50)`
    : `'{}'::text[]`

/** Reads the source in pages, each by an index of its key. */
export class Pages {
  readonly #source: Sql
  readonly #layout: Layout
  readonly #company: string | null
  constructor(source: Sql, layout: Layout, company: string | null) {
    this.#source = source
    this.#layout = layout
    this.#company = company
  }

  labels(table: 'Queues' | 'Tags', after: string | null): Promise<Page<LabelRow>> {
    const name = this.#layout.column(table, 'name', 'queue', 'tag')
    return this.#page<LabelRow>(table, `${text(name)} as name`, after, pageSizes.label)
  }

  contacts(after: string | null): Promise<Page<ContactRow>> {
    const l = this.#layout
    return this.#page<ContactRow>(
      'Contacts',
      `left(${text(l.column('Contacts', 'name'))}, 200) as name, left(${text(l.column('Contacts', 'number'))}, 60) as number,
       left(${text(l.column('Contacts', 'email'))}, 320) as email, ${flag(l.column('Contacts', 'isGroup'))} as "isGroup",
       ${tagsOf(l, 'ContactTags', 'contactId')} as tags`,
      after,
      pageSizes.contact,
    )
  }

  tickets(after: string | null): Promise<Page<TicketRow>> {
    const l = this.#layout
    const of = (...names: string[]): string => l.column('Tickets', ...names)
    return this.#page<TicketRow>(
      'Tickets',
      `${text(of('status'))} as status, ${text(of('contactId'))} as contact, ${text(of('whatsappId'))} as connection,
       ${text(of('userId'))} as user, ${text(of('queueId'))} as queue, ${flag(of('isGroup'))} as "isGroup",
       ${tagsOf(l, 'TicketTags', 'ticketId')} as tags, ${milliseconds(of('createdAt'))} as opened,
       ${stored(of('startedAttendanceAt'))} as started, ${stored(of('closedAt'))} as closed,
       ${milliseconds(of('updatedAt'))} as updated`,
      after,
      pageSizes.ticket,
    )
  }

  /** With `quotesOnly` those that answer another one. */
  messages(after: string | null, quotesOnly: boolean): Promise<Page<MessageRow>> {
    const l = this.#layout
    const of = (...names: string[]): string => l.column('Messages', ...names)
    const quoted = of('quotedMsgId')
    return this.#page<MessageRow>(
      'Messages',
      `${text(of('ticketId'))} as ticket, ${text(of('userId'))} as user, ${flag(of('fromMe'))} as "fromMe",
       left(${text(of('body'))}, ${longestText}) as body, left(${text(of('mediaType'))}, 100) as "mediaType",
       left(${text(of('mediaName', 'mediaUrl'))}, 250) as "mediaName", ${flag(of('isDeleted'))} as "isDeleted",
       ${text(quoted)} as quoted, ${stored(of('timestamp'))} as sent, ${milliseconds(of('createdAt'))} as created,
       ${milliseconds(of('updatedAt'))} as updated`,
      after,
      pageSizes.message,
      quotesOnly ? `${quoted} is not null` : 'true',
    )
  }

  async #page<T>(
    table: string,
    columns: string,
    after: string | null,
    size: number,
    condition = 'true',
  ): Promise<Page<T>> {
    if (!this.#layout.has(table)) return { rows: [], next: null }
    const scoped = this.#company !== null && this.#layout.companyColumn(table) !== undefined
    const values = [...(scoped ? [this.#company!] : []), ...(after === null ? [] : [after])]
    const rows = await this.#source.unsafe<(T & { ref: string })[]>(
      `select x.id::text as ref, ${columns} from "${table}" x
        where ${scoped ? whereCompany(this.#layout, table) : 'true'} and ${condition}
          and ${after === null ? 'true' : `x.id > $${values.length}`} order by x.id limit ${size}`,
      values,
    )
    return { rows: [...rows], next: rows.length < size ? null : rows.at(-1)!.ref }
  }
}
