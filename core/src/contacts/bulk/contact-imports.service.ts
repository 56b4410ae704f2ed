import { Readable } from 'node:stream'
import {
  contactDetailFields,
  contactRowProblems,
  Refusal,
  type ContactImport,
  type ContactImportField,
  type ContactImportId,
  type ContactImportPreview,
  type ContactImportStart,
  type Locale,
  type UploadedFile,
  type Viewer,
  csvLine,
  csvStart,
} from '@recado/contracts'
import { and, asc, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { audit } from '../../audit/audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database, Tx } from '../../db/database.ts'
import { newId } from '../../base/ids.ts'
import type { Jobs, RunningJob } from '../../jobs/jobs.ts'
import { tag } from '../../tables/tag.table.ts'
import { userAccount } from '../../tables/user.table.ts'
import { attributeColumns, attributeOf, type AttributeColumn } from './attribute-columns.ts'
import { contactImport, contactImportRow } from '../../tables/contact-import.table.ts'
import { importTask, maxAttempts } from './contact-import-job.ts'
import { readContactRow } from './contact-row.ts'
import type { RowProblem } from '../../tables/contact-import.table.ts'
import { guessMapping } from './header-guess.ts'
import { refusedReason } from './own-tables.ts'
import type { TableInReading, TableReader } from './table-reader.ts'
import { tagsByName } from './tags-by-name.ts'
import { usersByEmail } from './users-by-email.ts'

export const expiryTask = 'contacts.importExpiry'
/** Time for which rejected rows can be fetched. */
const keptMs = 7 * 86_400_000
const previewed = 20
const listed = 20
const exportedAtOnce = 1_000

type ImportRow = typeof contactImport.$inferSelect

export interface ContactImportsDeps {
  readonly db: Database
  readonly jobs: Jobs
  readonly clock: Clock
  readonly tables: TableReader
}

/**
 * Tables of contacts that people bring in: read and kept when they are uploaded, taken by a job once it is said what
 * the columns are. Each import is its user's own.
 */
export class ContactImports {
  readonly #deps: ContactImportsDeps
  constructor(deps: ContactImportsDeps) {
    this.#deps = deps
    deps.jobs.register(expiryTask, (job) => this.#expire(job))
  }

  /**
   * POST /contact-imports: all rows are kept, nothing is made yet. `signal` ends it when the client is gone.
   * @throws Refusal ERR_NO_FILE_UPLOADED, ERR_CONTACT_IMPORT_FILE, ERR_CONTACT_IMPORT_ROWS, ERR_CONTACT_IMPORT_TEXT
   */
  async upload(viewer: Viewer, files: readonly UploadedFile[], signal?: AbortSignal): Promise<ContactImport> {
    const [file] = files
    if (!file || files.length > 1) throw new Refusal('ERR_NO_FILE_UPLOADED')
    const { tables } = this.#deps
    return toImport(
      await tables.read(viewer.tenantId, file.bytes, (table) => this.#keep(viewer, file.name, table), signal),
    )
  }

  async #keep(viewer: Viewer, name: string, { columns, portions }: TableInReading): Promise<ImportRow> {
    const { tenantId, userId } = viewer
    const id = newId<ContactImportId>()
    return this.#deps.db.tenant(tenantId, async (tx) => {
      const attributes = await attributeColumns(tx, tenantId)
      // Repeated attempts with other files leave drafts behind.
      await tx
        .delete(contactImport)
        .where(
          and(eq(contactImport.tenantId, tenantId), eq(contactImport.userId, userId), eq(contactImport.state, 'draft')),
        )
      const hidesWallets = !viewer.can('contacts.wallet')
      const guessed = guessMapping(columns, attributes.values())
      const mapping = guessed.map((field) => (field === 'wallets' && hidesWallets ? 'ignore' : field))
      await tx.insert(contactImport).values({ id, tenantId, userId, name, columns: [...columns], mapping, rows: 0 })
      let rows = 0
      for await (const portion of portions) {
        await tx.execute(sql`
          insert into core.contact_import_row (tenant_id, import_id, number, cells)
            select ${tenantId}, ${id}, ${rows}::integer + r.place, r.cells
              from jsonb_array_elements(${portion.json}::jsonb) with ordinality r (cells, place)`)
        rows += portion.rows
      }
      await this.#deps.jobs.enqueue(tx, {
        task: expiryTask,
        tenantId,
        data: { importId: id },
        key: id,
        runAt: new Date(this.#deps.clock.now().getTime() + keptMs),
      })
      const [kept] = await tx
        .update(contactImport)
        .set({ rows })
        .where(and(eq(contactImport.tenantId, tenantId), eq(contactImport.id, id)))
        .returning()
      return kept!
    })
  }

  /** GET /contact-imports: the user's own, newest first. */
  async list({ tenantId, userId }: Viewer): Promise<ContactImport[]> {
    const rows = await this.#deps.db.tenant(tenantId, (tx) =>
      tx
        .select()
        .from(contactImport)
        .where(and(eq(contactImport.tenantId, tenantId), eq(contactImport.userId, userId)))
        .orderBy(desc(contactImport.createdAt), desc(contactImport.id))
        .limit(listed),
    )
    return rows.map(toImport)
  }

  /** @throws Refusal ERR_NO_CONTACT_IMPORT_FOUND */
  async get(viewer: Viewer, importId: string): Promise<ContactImport> {
    return toImport(await this.#deps.db.tenant(viewer.tenantId, (tx) => own(tx, viewer, importId)))
  }

  /** The first rows as they would be taken. @throws Refusal ERR_NO_CONTACT_IMPORT_FOUND, ERR_CONTACT_IMPORT_BEGUN */
  async preview(
    viewer: Viewer,
    importId: string,
    { mapping, countryCode }: { mapping: readonly ContactImportField[]; countryCode: string | null },
  ): Promise<ContactImportPreview> {
    const { tenantId } = viewer
    return this.#deps.db.tenant(tenantId, async (tx) => {
      const { columns } = await draft(tx, viewer, importId)
      const attributes = await attributeColumns(tx, tenantId)
      requireAttributes(attributes, mapping)
      const table = {
        columns,
        mapping,
        countryCode,
        attributes,
        tags: await tagsByName(tx, tenantId),
        users: await usersByEmail(tx, tenantId),
        today: this.#deps.clock.now().toISOString().slice(0, 10),
      }
      const rows = await tx
        .select({ number: contactImportRow.number, cells: contactImportRow.cells })
        .from(contactImportRow)
        .where(and(eq(contactImportRow.tenantId, tenantId), eq(contactImportRow.importId, importId)))
        .orderBy(asc(contactImportRow.number))
        .limit(previewed)
      return {
        rows: rows.map(({ number, cells }) => {
          const read = readContactRow(cells, table)
          return {
            row: number,
            cells: columns.map((_heading, column) => cells[column] ?? ''),
            problems: 'problems' in read ? [...read.problems] : [],
          }
        }),
      }
    })
  }

  /**
   * @throws Refusal ERR_NO_CONTACT_IMPORT_FOUND, ERR_CONTACT_IMPORT_BEGUN, ERR_CONTACT_IMPORT_COLUMNS,
   * ERR_NO_TAG_FOUND, ERR_NO_USER_FOUND, ERR_NO_PERMISSION for wallets without `contacts.wallet`
   */
  async start(
    viewer: Viewer,
    importId: string,
    { mapping, countryCode, existing, tagIds, walletUserId }: ContactImportStart,
  ): Promise<ContactImport> {
    const { tenantId, userId } = viewer
    if ((walletUserId !== null || mapping.includes('wallets')) && !viewer.can('contacts.wallet'))
      throw new Refusal('ERR_NO_PERMISSION', { detail: walletUserId === null ? 'wallets' : 'walletUserId' })
    const row = await this.#deps.db.tenant(tenantId, async (tx) => {
      const { columns, rows } = await draft(tx, viewer, importId)
      requireColumns(columns, mapping)
      requireAttributes(await attributeColumns(tx, tenantId), mapping)
      const tags = [...new Set(tagIds)]
      const known =
        tags.length === 0
          ? []
          : await tx
              .select({ id: tag.id })
              .from(tag)
              .where(and(eq(tag.tenantId, tenantId), inArray(tag.id, tags)))
      if (known.length < tags.length) throw new Refusal('ERR_NO_TAG_FOUND')
      if (walletUserId !== null) {
        const [owner] = await tx
          .select({ id: userAccount.id })
          .from(userAccount)
          .where(
            and(
              eq(userAccount.tenantId, tenantId),
              eq(userAccount.id, walletUserId),
              eq(userAccount.isActive, true),
              sql`${userAccount.deletedAt} is null`,
            ),
          )
        if (!owner) throw new Refusal('ERR_NO_USER_FOUND')
      }
      const [started] = await tx
        .update(contactImport)
        .set({ state: 'running', mapping, countryCode, existing, tags, walletUserId })
        .where(and(eq(contactImport.tenantId, tenantId), eq(contactImport.id, importId)))
        .returning()
      await this.#deps.jobs.enqueue(tx, { task: importTask, tenantId, data: { importId }, key: importId, maxAttempts })
      await audit(tx, { tenantId, userId, action: 'contacts.import', subject: importId, facts: { rows, existing } })
      return started!
    })
    return toImport(row)
  }

  /**
   * Cancels an import: imported rows stay; the remaining ones can be fetched with the rejected ones. A finished import
   * stays as it is.
   * @throws Refusal ERR_NO_CONTACT_IMPORT_FOUND
   */
  async cancel(viewer: Viewer, importId: string): Promise<ContactImport> {
    const { tenantId, userId } = viewer
    return toImport(
      await this.#deps.db.tenant(tenantId, async (tx) => {
        const found = await own(tx, viewer, importId, true)
        if (found.state !== 'draft' && found.state !== 'running') return found
        const [cancelled] = await tx
          .update(contactImport)
          .set({ state: 'cancelled', finishedAt: this.#deps.clock.now() })
          .where(and(eq(contactImport.tenantId, tenantId), eq(contactImport.id, importId)))
          .returning()
        await audit(tx, {
          tenantId,
          userId,
          action: 'contacts.importCancel',
          subject: importId,
          facts: { done: found.done },
        })
        return cancelled!
      }),
    )
  }

  /**
   * GET /contact-imports/{id}/refused: the rows that were not taken as CSV, with why, so that they can be corrected and
   * brought in again. @throws Refusal ERR_NO_CONTACT_IMPORT_FOUND
   */
  async refused(viewer: Viewer, importId: string): Promise<Response> {
    const found = await this.#deps.db.tenant(viewer.tenantId, (tx) => own(tx, viewer, importId))
    const body = Readable.toWeb(
      Readable.from(this.#refusedLines(viewer, found), { objectMode: false }),
    ) as unknown as ReadableStream<Uint8Array>
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="contacts-refused-${importId}.csv"`,
        'cache-control': 'no-store',
      },
    })
  }

  async *#refusedLines({ tenantId, locale }: Viewer, { id, columns, state }: ImportRow): AsyncGenerator<string> {
    yield `${csvStart}${csvLine([...columns, refusedReason[locale]])}`
    const unreached = state === 'cancelled' || state === 'failed'
    for (let after = 0; ;) {
      const rows = await this.#deps.db.tenant(tenantId, (tx) =>
        tx
          .select({
            number: contactImportRow.number,
            cells: contactImportRow.cells,
            problems: contactImportRow.problems,
          })
          .from(contactImportRow)
          .where(
            and(
              eq(contactImportRow.tenantId, tenantId),
              eq(contactImportRow.importId, id),
              gt(contactImportRow.number, after),
              unreached ? undefined : isNotNull(contactImportRow.problems),
            ),
          )
          .orderBy(asc(contactImportRow.number))
          .limit(exportedAtOnce),
      )
      if (rows.length > 0)
        yield rows
          .map(({ cells, problems }) => csvLine([...padded(cells, columns.length), wordsOf(problems, columns, locale)]))
          .join('')
      if (rows.length < exportedAtOnce) return
      after = rows.at(-1)!.number
    }
  }

  /** The rows go after a week, and drafts with them; how an import went stays. */
  async #expire({ tenantId, data }: RunningJob): Promise<void> {
    const { importId } = data as { importId: string }
    await this.#deps.db.tenant(tenantId, async (tx) => {
      const [found] = await tx
        .select({ state: contactImport.state })
        .from(contactImport)
        .where(and(eq(contactImport.tenantId, tenantId), eq(contactImport.id, importId)))
        .for('update')
      if (found?.state === 'running')
        return this.#deps.jobs.enqueue(tx, {
          task: expiryTask,
          tenantId,
          data,
          key: importId,
          runAt: new Date(this.#deps.clock.now().getTime() + keptMs),
        })
      if (found?.state === 'draft')
        await tx.delete(contactImport).where(and(eq(contactImport.tenantId, tenantId), eq(contactImport.id, importId)))
      else
        await tx
          .delete(contactImportRow)
          .where(and(eq(contactImportRow.tenantId, tenantId), eq(contactImportRow.importId, importId)))
    })
  }
}

async function own(tx: Tx, { tenantId, userId }: Viewer, importId: string, locked = false): Promise<ImportRow> {
  const query = tx
    .select()
    .from(contactImport)
    .where(and(eq(contactImport.tenantId, tenantId), eq(contactImport.id, importId), eq(contactImport.userId, userId)))
  const [found] = await (locked ? query.for('update') : query)
  if (!found) throw new Refusal('ERR_NO_CONTACT_IMPORT_FOUND')
  return found
}

async function draft(tx: Tx, viewer: Viewer, importId: string): Promise<ImportRow> {
  const found = await own(tx, viewer, importId, true)
  if (found.state !== 'draft') throw new Refusal('ERR_CONTACT_IMPORT_BEGUN')
  return found
}

/** S5-036, S5-037: name and number have to be there, and nothing but further information twice. */
function requireColumns(columns: readonly string[], mapping: readonly ContactImportField[]): void {
  const count = (field: ContactImportField): number => mapping.filter((one) => one === field).length
  if (mapping.length !== columns.length)
    throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'body.mapping', message: 'one field for each column' }] })
  if (count('name') !== 1 || count('number') !== 1)
    throw new Refusal('ERR_CONTACT_IMPORT_COLUMNS', {
      issues: [{ path: 'body.mapping', message: 'one column has to be the name and one the number', rule: 'required' }],
    })
  for (const field of ['email', 'tags', ...contactDetailFields, 'wallets'] as const)
    if (count(field) > 1)
      throw new Refusal('ERR_VALIDATION', {
        issues: [{ path: 'body.mapping', message: `only one column can be ${field}` }],
      })
}

/** Each attribute once, and none that cannot be set. */
function requireAttributes(
  attributes: ReadonlyMap<string, AttributeColumn>,
  mapping: readonly ContactImportField[],
): void {
  const keys = mapping.flatMap((field) => attributeOf(field) ?? [])
  for (const key of keys)
    if (!attributes.has(key))
      throw new Refusal('ERR_VALIDATION', {
        issues: [{ path: 'body.mapping', message: `there is no attribute ${key} that can be set` }],
      })
  if (new Set(keys).size < keys.length)
    throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'body.mapping', message: 'an attribute twice' }] })
}

const padded = (cells: readonly string[], length: number): string[] =>
  Array.from({ length: Math.max(length, cells.length) }, (_cell, column) => cells[column] ?? '')

function wordsOf(problems: readonly RowProblem[] | null, columns: readonly string[], locale: Locale): string {
  if (problems === null) return contactRowProblems.notReached[locale]
  return problems
    .map(
      ({ column, problem }) =>
        `${column === null || !columns[column] ? '' : `${columns[column]}: `}${contactRowProblems[problem][locale]}`,
    )
    .join('; ')
}

const toImport = (row: ImportRow): ContactImport => ({
  id: row.id as ContactImportId,
  name: row.name,
  state: row.state,
  columns: row.columns,
  mapping: row.mapping,
  existing: row.existing,
  rows: row.rows,
  done: row.done,
  created: row.created,
  updated: row.updated,
  skipped: row.skipped,
  refused: row.refused,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
})
