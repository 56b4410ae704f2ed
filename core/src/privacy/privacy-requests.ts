import {
  Refusal,
  type ContactId,
  type PrivacyRequest,
  type PrivacyRequestPage,
  type PrivacyRequestQuery,
  type UserId,
  type Viewer,
} from '@recado/contracts'
import type * as z from 'zod'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'

interface RequestRow {
  id: string
  kind: PrivacyRequest['kind']
  state: PrivacyRequest['state']
  contact_id: string
  contact_name: string
  reason: PrivacyRequest['reason']
  requested_by: string
  requester: string | null
  progress: number
  receipt: PrivacyRequest['counts']
  waiting_for: string[]
  bytes: string | null
  created_at: Date
  created_key: string
  finished_at: Date | null
  expires_at: Date | null
}

/** Requests of a company, and their states. Receipts of erasures stay for good: they hold numbers alone. */
export class PrivacyRequests {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** GET /privacy/requests: newest first. */
  async list(
    { tenantId }: Viewer,
    { contactId, cursor: given, limit }: z.output<typeof PrivacyRequestQuery>,
  ): Promise<PrivacyRequestPage> {
    const cursor = readCursor(given)
    const [rows] = await this.#db.read(tenantId, (sql) => [
      requestRows(
        sql,
        sql`
      select *
        from core.privacy_request r
       where r.tenant_id = ${tenantId}
         and ${
           contactId === undefined ? sql`true` : sql`r.contact_id = core.surviving_contact(${tenantId}, ${contactId})`
         }
         and ${cursor ? sql`(r.created_at, r.id) < (${cursor.at}::text::timestamptz, ${cursor.id}::uuid)` : sql`true`}
       order by r.created_at desc, r.id desc limit ${limit + 1}`,
      ),
    ])
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const hasMore = rows.length > limit
    return {
      requests: shown.map(toRequest),
      hasMore,
      nextCursor: hasMore && last ? writeCursor({ at: last.created_key, id: last.id }) : null,
    }
  }

  /** @throws Refusal ERR_NOT_FOUND */
  async get({ tenantId }: Viewer, id: string): Promise<PrivacyRequest> {
    const [rows] = await this.#db.read(tenantId, (sql) => [
      requestRows(sql, sql`select * from core.privacy_request r where r.tenant_id = ${tenantId} and r.id = ${id}`),
    ])
    if (!rows[0]) throw new Refusal('ERR_NOT_FOUND')
    return toRequest(rows[0])
  }
}

const requestRows = (sql: SqlBuilder, page: Query): Query<RequestRow> => sql`
  with page as materialized (${page})
  select r.*, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_key,
         c.name as contact_name, u.name as requester
    from page r
    join core.contact c on c.tenant_id = r.tenant_id and c.id = r.contact_id
    left join core.user_account u on u.tenant_id = r.tenant_id and u.id = r.requested_by
   order by r.created_at desc, r.id desc`

const toRequest = (row: RequestRow): PrivacyRequest => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  contact: { id: row.contact_id as ContactId, name: row.contact_name },
  reason: row.reason,
  requestedBy: { id: row.requested_by as UserId, name: row.requester },
  progress: row.progress,
  counts: row.receipt,
  waitingFor: row.waiting_for,
  bytes: row.bytes === null ? null : Number(row.bytes),
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
})
