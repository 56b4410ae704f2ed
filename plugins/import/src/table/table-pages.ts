import { refusal } from '../errors.ts'
import type { Fault } from '../run/run.ts'
import type { ImportContext } from '../source/open-source.ts'
import type { ContactRow, LabelRow, MessageRow, Page, Reader, TicketRow } from '../source/reader.ts'
import { distinctOf } from './describe-table.ts'
import { instantIn } from './instants.ts'
import { cellsOf, isFromUs, keysOf, refOf, statusOf, tagsIn, type Cells } from './read-cells.ts'
import { tableConnection, type TableChoice } from './table-choice.ts'
import { readTable, rowsAfter } from './table-store.ts'

const size = 500
const preparedAtOnce = 1_000

/** A row of the table with the ids that it was given when the import prepared itself. */
interface KeyedRow {
  readonly number: number
  readonly key: string
  readonly ticket: string | null
  readonly contact: string | null
  readonly cells: readonly string[]
  readonly last: readonly string[]
  readonly began: number | null
  readonly ended: number | null
}

/** Reads a table that was uploaded: people, tickets and messages as its rows tell of them. */
export class TablePages implements Reader {
  readonly #ctx: ImportContext
  readonly #choice: TableChoice
  constructor(ctx: ImportContext, choice: TableChoice) {
    this.#ctx = ctx
    this.#choice = choice
  }

  /** Finds out what each row is of. @throws Refusal ERR_NO_IMPORT_TABLE once the table is gone */
  async prepare(after: string | null): Promise<{ next: string | null; faults: Fault[] }> {
    const { db, tenant } = this.#ctx
    const { file } = this.#choice
    return db.transaction(async (tx) => {
      if (!(await readTable(tx, tenant, file))) throw refusal('ERR_NO_IMPORT_TABLE')
      const rows = await rowsAfter(tx, tenant, file, Number(after ?? 0), preparedAtOnce)
      const keyed = rows.map(({ number, cells }) => ({ number, ...keysOf(this.#cells(cells), this.#choice) }))
      await tx.query(
        `update plg_import.table_row r
            set contact_key = g.contact, ticket_key = g.ticket, message_key = g.message, at = g.at
           from jsonb_to_recordset($3::jsonb) g (number integer, contact text, ticket text, message text, at timestamptz)
          where r.tenant_id = $1 and r.file_id = $2 and r.number = g.number`,
        [tenant, file, JSON.stringify(keyed)],
        'object',
      )
      return {
        next: rows.length < preparedAtOnce ? null : String(rows.at(-1)!.number),
        faults: keyed.flatMap(({ number, contact }): Fault[] =>
          contact === null ? [{ kind: 'row', ref: String(number), problem: 'contactUnknown' }] : [],
        ),
      }
    })
  }

  async labels(kind: 'queue' | 'tag', after: string | null): Promise<Page<LabelRow>> {
    const { db, tenant } = this.#ctx
    const names = await db.transaction((tx) =>
      distinctOf(tx, tenant, this.#choice, kind === 'queue' ? ['ticketQueue'] : ['contactTags', 'ticketTags'], {
        split: kind === 'tag',
        after: after ?? '',
        size,
      }),
    )
    const rows = [...new Map(names.map((name) => [refOf(name), { ref: refOf(name), name }])).values()]
    return { rows, next: names.length < size ? null : names.at(-1)! }
  }

  async contacts(after: string | null): Promise<Page<ContactRow>> {
    const rows = await this.#grouped('contact_key', after)
    return this.#page(rows, ({ key, cells }, cell) => ({
      ref: key,
      name: cell('contactName'),
      number: cell('contactNumber') || null,
      email: cell('contactEmail') || null,
      isGroup: false,
      tags: tagsIn(this.#cells(cells)('contactTags')),
    }))
  }

  async tickets(after: string | null): Promise<Page<TicketRow>> {
    const rows = await this.#grouped('ticket_key', after)
    return this.#page(rows, ({ key, contact, last, began, ended }, cell) => {
      const latest = this.#cells(last)
      const queue = latest('ticketQueue')
      const user = latest('user') || cell('user')
      return {
        ref: key,
        status: statusOf(latest('ticketStatus')),
        contact,
        connection: tableConnection,
        user: user === '' ? null : refOf(user),
        queue: queue === '' ? null : refOf(queue),
        isGroup: false,
        tags: tagsIn(latest('ticketTags')),
        opened: instantIn(cell('ticketOpened'), this.#choice) ?? began,
        started: null,
        closed: instantIn(latest('ticketClosed'), this.#choice) ?? ended,
        updated: ended,
      }
    })
  }

  async messages(after: string | null, quotesOnly: boolean): Promise<Page<MessageRow>> {
    const { db, tenant } = this.#ctx
    if (quotesOnly && !this.#choice.columns.includes('messageQuoted')) return { rows: [], next: null }
    const rows = (await db.transaction((tx) =>
      tx.query(
        `select r.number, r.message_key as key, r.ticket_key as ticket, r.contact_key as contact, r.cells, r.cells as last,
                (extract(epoch from r.at) * 1000)::float8 as began, null as ended
           from plg_import.table_row r
          where r.tenant_id = $1 and r.file_id = $2 and r.number > $3 and r.message_key is not null
          order by r.number limit ${size}`,
        [tenant, this.#choice.file, Number(after ?? 0)],
        'object',
      ),
    )) as unknown as KeyedRow[]
    const { rows: read } = this.#page(rows, ({ key, ticket, began }, cell): MessageRow => {
      const direction = cell('messageDirection')
      const user = cell('user')
      return {
        ref: key,
        ticket,
        user: user === '' ? null : refOf(user),
        // Without a column that says so, what has a user was said by them.
        fromMe: this.#choice.columns.includes('messageDirection') ? isFromUs(direction) : user !== '',
        body: cell('messageText'),
        mediaType: null,
        mediaName: null,
        isDeleted: false,
        quoted: cell('messageQuoted') || null,
        sent: began,
        created: null,
        updated: null,
      }
    })
    return { rows: read, next: rows.length < size ? null : String(rows.at(-1)!.number) }
  }

  /** The first and the last row of each key. */
  async #grouped(column: 'contact_key' | 'ticket_key', after: string | null): Promise<KeyedRow[]> {
    const { db, tenant } = this.#ctx
    return (await db.transaction((tx) =>
      tx.query(
        `with keys as (
           select r.${column} as key, min(r.number) as first, max(r.number) as last, min(r.at) as began, max(r.at) as ended,
                  (array_agg(r.contact_key order by r.number) filter (where r.contact_key is not null))[1] as contact
             from plg_import.table_row r
            where r.tenant_id = $1 and r.file_id = $2 and r.${column} > $3
            group by r.${column} order by r.${column} limit ${size}
         )
         select k.key, k.contact, f.cells, l.cells as last, (extract(epoch from k.began) * 1000)::float8 as began,
                (extract(epoch from k.ended) * 1000)::float8 as ended
           from keys k
           join plg_import.table_row f on f.tenant_id = $1 and f.file_id = $2 and f.number = k.first
           join plg_import.table_row l on l.tenant_id = $1 and l.file_id = $2 and l.number = k.last
          order by k.key`,
        [tenant, this.#choice.file, after ?? ''],
        'object',
      ),
    )) as unknown as KeyedRow[]
  }

  #page<T>(rows: readonly KeyedRow[], read: (row: KeyedRow, cell: Cells) => T): Page<T> {
    return {
      rows: rows.map((row) => read(row, this.#cells(row.cells))),
      next: rows.length < size ? null : rows.at(-1)!.key,
    }
  }

  #cells(cells: readonly string[]): Cells {
    return cellsOf(this.#choice, cells)
  }
}
