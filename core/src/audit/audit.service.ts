import { Readable } from 'node:stream'
import {
  auditActions,
  type AuditEntry,
  type AuditFilter,
  type AuditPage,
  type AuditQuery,
  type Locale,
  type UserId,
  type Viewer,
  csvLine,
  csvStart,
} from '@recado/contracts'
import type * as z from 'zod'
import { readCursor, writeCursor, type Cursor } from '../db/cursor.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'
import { audit } from './audit.ts'

const exportedAtOnce = 1_000

interface EntryRow {
  id: string
  at: Date
  key: string
  user_id: string | null
  user_name: string | null
  user_email: string | null
  action: string
  subject: string
  subject_name: string | null
  facts: Record<string, unknown>
}

/** Reading the trail of a company. It is written by {@link audit} alone. */
export class AuditService {
  readonly #db: Database
  constructor({ db }: { db: Database }) {
    this.#db = db
  }

  /** GET /audit: newest first. */
  async list(viewer: Viewer, { cursor, limit, ...filter }: z.output<typeof AuditQuery>): Promise<AuditPage> {
    const rows = await this.#page(viewer.tenantId, filter, readCursor(cursor), limit + 1)
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const hasMore = rows.length > limit
    return {
      entries: shown.map(toEntry),
      hasMore,
      nextCursor: hasMore && last ? writeCursor({ at: last.key, id: last.id }) : null,
    }
  }

  /**
   * GET /audit/export: all of it as CSV, oldest last, read a page at a time as fast as the client takes it. Itself an
   * entry.
   */
  async export(viewer: Viewer, filter: AuditFilter): Promise<Response> {
    await this.#db.tenant(viewer.tenantId, (tx) =>
      audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action: 'audit.export',
        subject: 'audit',
        facts: { ...filter },
      }),
    )
    const lines = Readable.toWeb(
      Readable.from(this.#lines(viewer.tenantId, viewer.locale, filter), { objectMode: false }),
    ) as unknown as ReadableStream<Uint8Array>
    return new Response(lines, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="audit-${new Date().toISOString().slice(0, 10)}.csv"`,
        'cache-control': 'no-store',
      },
    })
  }

  async *#lines(tenantId: string, locale: Locale, filter: AuditFilter): AsyncGenerator<string> {
    // The mark makes spreadsheets read UTF-8.
    yield csvStart + csvLine(['at', 'userId', 'user', 'email', 'action', 'words', 'subject', 'subjectName', 'facts'])
    let cursor: Cursor | undefined
    for (;;) {
      const rows = await this.#page(tenantId, filter, cursor, exportedAtOnce)
      if (rows.length > 0)
        yield rows
          .map((row) =>
            csvLine([
              row.key,
              row.user_id ?? '',
              row.user_name ?? '',
              row.user_email ?? '',
              row.action,
              wordsOf(row.action, locale),
              row.subject,
              row.subject_name ?? '',
              JSON.stringify(row.facts),
            ]),
          )
          .join('')
      const last = rows.at(-1)
      if (!last || rows.length < exportedAtOnce) return
      cursor = { at: last.key, id: last.id }
    }
  }

  async #page(tenantId: string, filter: AuditFilter, cursor: Cursor | undefined, limit: number): Promise<EntryRow[]> {
    const [rows] = await this.#db.read(tenantId, (sql) => [
      entryRows(
        sql,
        sql`
      select *
        from core.audit_log l
       where l.tenant_id = ${tenantId}
         and ${matching(sql, filter)}
         and ${cursor ? sql`(l.at, l.id) < (${cursor.at}::text::timestamptz, ${cursor.id}::uuid)` : sql`true`}
       order by l.at desc, l.id desc limit ${limit}`,
      ),
    ])
    return rows
  }
}

const matching = (sql: SqlBuilder, { userId, action, subject, from, until }: AuditFilter): Query => sql`
  ${userId === undefined ? sql`true` : sql`l.user_id = ${userId}`}
  and ${action === undefined ? sql`true` : sql`l.action = ${action}`}
  and ${subject === undefined ? sql`true` : sql`l.subject = ${subject}`}
  and ${from === undefined ? sql`true` : sql`l.at >= ${from}::text::timestamptz`}
  and ${until === undefined ? sql`true` : sql`l.at < ${until}::text::timestamptz`}`

/** Completes entries with names. Contacts stay ids: a reader of the trail may not see every contact. */
const entryRows = (sql: SqlBuilder, page: Query): Query<EntryRow> => sql`
  with page as (
    select p.*, case when p.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p.subject::uuid end as ref
      from (${page}) p)
  select l.id, l.at, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key, l.user_id,
         u.name as user_name, u.email as user_email, l.action, l.subject,
         coalesce(su.name, sq.name, sc.name, st.name) as subject_name, l.facts
    from page l
    left join core.user_account u on u.tenant_id = l.tenant_id and u.id = l.user_id
    left join core.user_account su on su.tenant_id = l.tenant_id and su.id = l.ref
    left join core.queue sq on sq.tenant_id = l.tenant_id and sq.id = l.ref
    left join core.connection sc on sc.tenant_id = l.tenant_id and sc.id = l.ref
    left join core.tag st on st.tenant_id = l.tenant_id and st.id = l.ref
   order by l.at desc, l.id desc`

const toEntry = (row: EntryRow): AuditEntry => ({
  id: row.id,
  at: row.key,
  user: row.user_id === null ? null : { id: row.user_id as UserId, name: row.user_name },
  action: row.action,
  subject: row.subject,
  subjectName: row.subject_name,
  facts: row.facts,
})

const wordsOf = (action: string, locale: Locale): string =>
  Object.hasOwn(auditActions, action) ? auditActions[action as keyof typeof auditActions][locale] : action
