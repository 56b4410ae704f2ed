import { Readable } from 'node:stream'
import {
  contactDetailFields,
  contactDetails,
  maskName,
  seesMasked,
  type Contact,
  type ContactQuery,
  type Locale,
  type Viewer,
  csvLine,
  csvStart,
} from '@recado/contracts'
import type * as z from 'zod'
import { audit } from '../../audit/audit.ts'
import type { Database } from '../../db/database.ts'
import type { SettingsReader } from '../../settings/settings-reader.ts'
import { contactRows, toContact } from '../contact-rows.ts'
import type { ContactsService } from '../contacts.service.ts'
import { attributeColumns, writeAttribute, type AttributeColumn } from './attribute-columns.ts'
import { writeDetail } from './detail-cells.ts'
import { attributeHeadings } from './header-guess.ts'
import { importLimits } from './table-limits.ts'
import { firstHeadings, otherInformation } from './own-tables.ts'
import { xlsxFile } from './xlsx-file.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]
export type ExportFilter = Omit<z.output<typeof ContactQuery>, 'cursor' | 'limit'>

const readAtOnce = 500
/** Headings of further information that get a column, the most frequent ones first; the rest is in the last column. */
const mostHeadings = 50
/** Name, number, address, tags, wallets and what is left of further information. */
const alwaysThere = 6
const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const wallets: Record<Locale, string> = { 'pt-BR': 'Carteiras', en: 'Wallets', es: 'Carteras', ru: 'Ответственные' }

/** A table has words. */
const noPicture = (): null => null

export interface ContactExportDeps {
  readonly db: Database
  readonly settings: SettingsReader
  readonly contacts: Pick<ContactsService, 'list'>
}

/** Contacts as a table, as the list shows them: the same filter, in the same order, masked for whom it is masked. */
export class ContactExport {
  readonly #deps: ContactExportDeps
  constructor(deps: ContactExportDeps) {
    this.#deps = deps
  }

  /**
   * GET /contact-export: read a page at a time as fast as the client takes it. Itself an entry of the trail, which
   * holds nothing of what was looked for.
   */
  async export(viewer: Viewer, format: ExportFormat, filter: ExportFilter): Promise<Response> {
    const { tenantId, userId, locale } = viewer
    const attributes = [...(await this.#deps.db.tenant(tenantId, (tx) => attributeColumns(tx, tenantId))).values()]
    // Attributes beyond the columns of an importable table are together in its last column.
    const room = Math.max(0, importLimits.columns - alwaysThere - contactDetailFields.length - attributes.length)
    const columns = await this.#headings(viewer, Math.min(mostHeadings, room))
    const first = await this.#page(viewer, filter, undefined)
    await this.#deps.db.tenant(tenantId, (tx) =>
      audit(tx, {
        tenantId,
        userId,
        action: 'contacts.export',
        subject: 'contacts',
        facts: { format, filtered: filter.searchParam !== '' },
      }),
    )
    const rows = this.#rows(viewer, filter, attributes, columns, first)
    const heading = [
      ...firstHeadings[locale],
      ...contactDetailFields.map((field) => contactDetails[field].label[locale]),
      wallets[locale],
      ...attributeHeadings(attributes),
      ...columns,
      otherInformation[locale],
    ]
    const body =
      format === 'csv' ? Readable.from(csvPieces(heading, rows), { objectMode: false }) : xlsxFile(heading, rows)
    return new Response(Readable.toWeb(body) as unknown as ReadableStream<Uint8Array>, {
      headers: {
        'content-type': types[format],
        'content-disposition': `attachment; filename="contacts-${new Date().toISOString().slice(0, 10)}.${format}"`,
        'cache-control': 'no-store',
      },
    })
  }

  async *#rows(
    viewer: Viewer,
    filter: ExportFilter,
    attributes: readonly AttributeColumn[],
    columns: readonly string[],
    first: Page,
  ): AsyncGenerator<string[][]> {
    for (let page = first; ; page = await this.#page(viewer, filter, page.next)) {
      yield page.contacts.map((contact) => cellsOf(contact, attributes, columns, page.emails, viewer.locale))
      if (page.next === undefined) return
    }
  }

  async #page(viewer: Viewer, filter: ExportFilter, cursor: string | undefined): Promise<Page> {
    const { tenantId } = viewer
    const { contacts, nextCursor } = await this.#deps.contacts.list(viewer, { ...filter, cursor, limit: readAtOnce })
    const ids = contacts.map(({ id }) => id)
    const [rows, users] = await this.#deps.db.read(tenantId, (sql) => [
      contactRows(
        sql,
        sql`select c.* from core.contact c where c.tenant_id = ${tenantId} and c.id = any (${ids}::uuid[])`,
      ),
      sql<{
        id: string
        email: string
      }>`
        select distinct u.id, u.email
          from core.contact_wallet w
          join core.user_account u on u.tenant_id = w.tenant_id and u.id = w.user_id
         where w.tenant_id = ${tenantId} and w.contact_id = any (${ids}::uuid[]) and u.deleted_at is null`,
    ])
    const masked = await this.#masks(viewer)
    const byId = new Map(rows.map((row) => [row.id, toContact(row, masked, noPicture)]))
    return {
      contacts: ids.flatMap((id) => byId.get(id) ?? []),
      emails: new Map(users.map(({ id, email }) => [id, email])),
      next: nextCursor ?? undefined,
    }
  }

  /** A name that is a number or an address is no heading for users who see these masked. */
  async #headings(viewer: Viewer, most: number): Promise<string[]> {
    const { tenantId } = viewer
    const [rows] = await this.#deps.db.read(tenantId, (sql) => [
      sql<{ name: string }>`
      select e.entry ->> 'description' as name
        from core.contact c
        cross join lateral jsonb_array_elements(c.extra_info) e (entry)
       where c.tenant_id = ${tenantId} and c.merged_into is null and c.erased_at is null
       group by 1
       order by count(*) desc, 1 limit ${most}`,
    ])
    const masked = await this.#masks(viewer)
    return rows.flatMap(({ name }) => (masked && maskName(name) !== name ? [] : name))
  }

  async #masks(viewer: Viewer): Promise<boolean> {
    return seesMasked(viewer, await this.#deps.settings.visibility(viewer.tenantId))
  }
}

/** `emails` are those of the users in whose wallets the contacts are. */
interface Page {
  readonly contacts: readonly Contact[]
  readonly emails: ReadonlyMap<string, string>
  readonly next: string | undefined
}

function cellsOf(
  contact: Contact,
  attributes: readonly AttributeColumn[],
  columns: readonly string[],
  emails: Page['emails'],
  locale: Locale,
): string[] {
  const { name, number, email, tags, wallets: users, extraInfo } = contact
  const rest = extraInfo.filter(
    (entry, place) =>
      !columns.includes(entry.description) ||
      extraInfo.findIndex((one) => one.description === entry.description) < place,
  )
  return [
    name,
    number ?? '',
    email ?? '',
    tags.map(({ tag }) => tag).join('; '),
    ...contactDetailFields.map((field) => writeDetail(field, contact, locale)),
    users.flatMap(({ id }) => emails.get(id) ?? []).join('; '),
    ...attributes.map((attribute) => writeAttribute(attribute, contact.attributes?.[attribute.key], locale)),
    ...columns.map((column) => extraInfo.find((entry) => entry.description === column)?.info ?? ''),
    rest.map((entry) => `${entry.description}: ${entry.info}`).join('; '),
  ]
}

async function* csvPieces(heading: readonly string[], pages: AsyncIterable<string[][]>): AsyncGenerator<string> {
  // The mark makes spreadsheets read UTF-8.
  yield `${csvStart}${csvLine(heading)}`
  for await (const rows of pages) if (rows.length > 0) yield rows.map((row) => csvLine(row)).join('')
}
