import { refusal } from '../errors.ts'
import type { Fault } from '../run/run.ts'
import type { ImportContext } from '../import-context.ts'
import type { ContactRow, LabelRow, MessageChoice, MessageRow, Page, Reader, TicketRow } from '../source/reader.ts'
import { distinctOf } from './describe-table.ts'
import { instantIn } from './instants.ts'
import { cellsOf, isFromUs, keysOf, refOf, statusOf, tagsIn, type Cells } from './read-cells.ts'
import { tableConnection, type TableChoice, type TableField } from './table-choice.ts'
import { readTable, rowsAfter } from './table-store.ts'

const size = 500
const preparedAtOnce = 1_000

/** A message of the table with the ids that it was given when the import prepared itself. */
interface KeyedRow {
  readonly number: number
  readonly key: string
  readonly ticket: string | null
  readonly cells: readonly string[]
  readonly at: number | null
}
/** What all rows of one contact, or one ticket, say together. */
interface Group {
  readonly key: string
  readonly contact: string | null
  readonly began: number | null
  readonly ended: number | null
  /** Of each field the first or the last value that is more than space. */
  readonly said: Readonly<Partial<Record<TableField, string | null>>>
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
           from jsonb_to_recordset($3::jsonb) g (number integer, contact text, ticket text, message text,
             at timestamptz)
          where r.tenant_id = $1 and r.file_id = $2 and r.number = g.number`,
        [tenant, file, JSON.stringify(keyed)],
        'object',
      )
      return {
        next: rows.length < preparedAtOnce ? null : String(rows.at(-1)!.number),
        faults: keyed.flatMap(({ number, contact, ticket }): Fault[] =>
          contact === null && ticket === null ? [{ kind: 'row', ref: String(number), problem: 'contactUnknown' }] : [],
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
    const groups = await this.#groups('contact_key', after, {
      contactName: 'last',
      contactNumber: 'last',
      contactEmail: 'last',
      contactTags: 'last',
    })
    return paged(groups, ({ key, said }) => ({
      ref: key,
      name: said.contactName ?? null,
      number: said.contactNumber ?? null,
      email: said.contactEmail ?? null,
      isGroup: false,
      tags: tagsIn(said.contactTags ?? ''),
    }))
  }

  async tickets(after: string | null): Promise<Page<TicketRow>> {
    const groups = await this.#groups('ticket_key', after, {
      ticketStatus: 'last',
      ticketQueue: 'last',
      ticketTags: 'last',
      ticketOpened: 'first',
      ticketClosed: 'last',
      user: 'last',
    })
    return paged(groups, ({ key, contact, began, ended, said }) => ({
      ref: key,
      status: statusOf(said.ticketStatus ?? ''),
      contact,
      connection: tableConnection,
      user: refOf(said.user ?? '') || null,
      queue: refOf(said.ticketQueue ?? '') || null,
      isGroup: false,
      tags: tagsIn(said.ticketTags ?? ''),
      opened: instantIn(said.ticketOpened ?? '', this.#choice) ?? began,
      started: null,
      closed: instantIn(said.ticketClosed ?? '', this.#choice) ?? ended,
      updated: ended,
    }))
  }

  async messages(after: string | null, which: MessageChoice): Promise<Page<MessageRow>> {
    const { db, tenant } = this.#ctx
    if (which === 'files' || (which === 'quotes' && !this.#choice.columns.includes('messageQuoted')))
      return { rows: [], next: null }
    const rows = (await db.transaction((tx) =>
      tx.query(
        `select r.number, r.message_key as key, r.ticket_key as ticket, r.cells,
                (extract(epoch from r.at) * 1000)::float8 as at
           from plg_import.table_row r
          where r.tenant_id = $1 and r.file_id = $2 and r.number > $3 and r.message_key is not null
          order by r.number limit ${size}`,
        [tenant, this.#choice.file, Number(after ?? 0)],
        'object',
      ),
    )) as unknown as KeyedRow[]
    const read = rows.map(({ key, ticket, at, cells }): MessageRow => {
      const cell = this.#cells(cells)
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
        file: null,
        isDeleted: false,
        quoted: cell('messageQuoted') || null,
        sent: at,
        created: null,
        updated: null,
      }
    })
    return { rows: read, next: rows.length < size ? null : String(rows.at(-1)!.number) }
  }

  /** Contacts or tickets behind this one, with what their rows say of these fields. */
  async #groups(
    column: 'contact_key' | 'ticket_key',
    after: string | null,
    fields: Readonly<Partial<Record<TableField, 'first' | 'last'>>>,
  ): Promise<Group[]> {
    const { db, tenant } = this.#ctx
    const said = Object.entries(fields).flatMap(([field, which]) => {
      const at = this.#choice.columns.indexOf(field as TableField)
      const value = `nullif(btrim(r.cells->>${at}), '')`
      const order = which === 'first' ? 'asc' : 'desc'
      return at < 0
        ? []
        : [`'${field}', (array_agg(${value} order by r.number ${order}) filter (where ${value} is not null))[1]`]
    })
    return (await db.transaction((tx) =>
      tx.query(
        `select r.${column} as key, (extract(epoch from min(r.at)) * 1000)::float8 as began,
                (extract(epoch from max(r.at)) * 1000)::float8 as ended,
                (array_agg(r.contact_key order by r.number) filter (where r.contact_key is not null))[1] as contact,
                jsonb_build_object(${said.join(', ')}) as said
           from plg_import.table_row r
          where r.tenant_id = $1 and r.file_id = $2 and r.${column} > $3
          group by r.${column} order by r.${column} limit ${size}`,
        [tenant, this.#choice.file, after ?? ''],
        'object',
      ),
    )) as unknown as Group[]
  }

  #cells(cells: readonly string[]): Cells {
    return cellsOf(this.#choice, cells)
  }
}

const paged = <T>(groups: readonly Group[], read: (group: Group) => T): Page<T> => ({
  rows: groups.map(read),
  next: groups.length < size ? null : groups.at(-1)!.key,
})
