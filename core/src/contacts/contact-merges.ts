import {
  maskName,
  Refusal,
  seesMasked,
  type Contact,
  type ContactId,
  type ContactMerge,
  type ContactMergePage,
  type ContactMergeQuery,
  type ErrorCode,
  type MergeId,
  type UserId,
  type Viewer,
} from '@recado/contracts'
import { sql as drizzleSql } from 'drizzle-orm'
import type * as z from 'zod'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import type { ContactEditor } from './contact-editor.ts'
import type { IdentityKey } from './identity-claims.ts'

/** Open clients are shown so many tickets of a merged contact; older ones are read again when somebody opens them. */
const maxShownTickets = 200

export interface ContactMergesDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: TicketFeed
  readonly settings: SettingsReader
  readonly realtime: () => Pick<Realtime, 'contactChanged'>
}

interface MergeRow {
  id: string
  from_id: string
  from_name: string
  into_id: string
  into_name: string
  automatic: boolean
  identities: number
  user_id: string | null
  user_name: string | null
  merged_at: Date
  merged_key: string
  undone_at: Date | null
  undone_by: string | null
  undone_name: string | null
}

/**
 * Merge of two contacts, by verified identities or by hand, and its undo. The database decides which rows move and
 * return.
 */
export class ContactMerges {
  readonly #deps: ContactMergesDeps
  constructor(deps: ContactMergesDeps) {
    this.#deps = deps
  }

  /** The contacts to whom these verified identities belong are one person. Repeating it changes nothing. */
  async settle(tenantId: string, identities: readonly IdentityKey[]): Promise<void> {
    const merged = await this.#deps.db.raw<{ from_id: string; into_id: string }[]>`
      select from_id, into_id
        from core.settle_identities(${tenantId}, ${identities.map(({ kind }) => kind)}::text[],
          ${identities.map(({ value }) => value)}::text[])`
    if (merged.length > 0)
      await this.#show(
        tenantId,
        merged.flatMap((row) => [row.into_id, row.from_id]),
      )
  }

  /** POST /contacts/{id}/merge: `from` becomes part of `into`. Its ids of before stand for the survivor. */
  async merge(viewer: Viewer, into: string, from: string): Promise<ContactMerge> {
    const { merge } = await this.join(viewer, into, from)
    return this.#one(viewer, merge)
  }

  /** The same for a user or for a plugin on its own, whom the audit trail names. Answers who is left. */
  async join(actor: ContactEditor, into: string, from: string): Promise<{ merge: string; into: ContactId }> {
    const { tenantId, userId } = actor
    const done = await this.#deps.db.tenant(tenantId, async (tx) => {
      const [erased] = await tx.execute(drizzleSql`
        select 1
          from core.contact c
         where c.tenant_id = ${tenantId} and c.id in (${from}, ${into}) and c.erased_at is not null`)
      if (erased) throw new Refusal('ERR_NO_CONTACT_FOUND')
      const [row] = await tx.execute<{
        merge_id: string
        from_id: string
        into_id: string
        refused: 'missing' | 'same' | 'group' | null
      }>(drizzleSql`
        select merge_id, from_id, into_id, refused from core.merge_contacts(${tenantId}, ${from}, ${into}, ${userId})`)
      const codes: Record<'missing' | 'same' | 'group', ErrorCode> = {
        missing: 'ERR_NO_CONTACT_FOUND',
        same: 'ERR_CONTACT_MERGE_SAME',
        group: 'ERR_CONTACT_MERGE_GROUP',
      }
      if (row!.refused) throw new Refusal(codes[row!.refused])
      await audit(tx, {
        tenantId,
        userId,
        action: 'contacts.merge',
        subject: row!.into_id,
        facts: {
          from: row!.from_id,
          merge: row!.merge_id,
          ...(actor.userId === null && { plugin: actor.plugin }),
        },
      })
      return row!
    })
    await this.#show(tenantId, [done.into_id, done.from_id])
    return { merge: done.merge_id, into: done.into_id as ContactId }
  }

  /** POST /contacts/merges/{mergeId}/undo: two contacts again, each with what came through its own identities. */
  async undo(viewer: Viewer, mergeId: string): Promise<ContactMerge> {
    const { tenantId, userId } = viewer
    const done = await this.#deps.db.tenant(tenantId, async (tx) => {
      const [row] = await tx.execute<{
        from_id: string
        into_id: string
        refused: 'missing' | 'undone' | 'merged' | null
      }>(drizzleSql`select from_id, into_id, refused from core.undo_merge(${tenantId}, ${mergeId}, ${userId})`)
      const codes: Record<'missing' | 'undone' | 'merged', ErrorCode> = {
        missing: 'ERR_NO_MERGE_FOUND',
        undone: 'ERR_MERGE_UNDONE',
        merged: 'ERR_MERGE_CONTINUED',
      }
      if (row!.refused) throw new Refusal(codes[row!.refused])
      await audit(tx, {
        tenantId,
        userId,
        action: 'contacts.unmerge',
        subject: row!.into_id,
        facts: { from: row!.from_id, merge: mergeId },
      })
      return row!
    })
    await this.#show(tenantId, [done.from_id, done.into_id])
    return this.#one(viewer, mergeId)
  }

  /** GET /contacts/{id}/merges: contacts merged into this one, newest first, undone merges among them. */
  async list(viewer: Viewer, contactId: string, query: z.output<typeof ContactMergeQuery>): Promise<ContactMergePage> {
    const { tenantId } = viewer
    const cursor = readCursor(query.cursor)
    const [found, rows] = await this.#deps.db.read(tenantId, (sql) => {
      const before = cursor
        ? sql`(m.merged_at, m.id) < (${cursor.at}::text::timestamptz, ${cursor.id}::uuid)`
        : sql`true`
      return [
        sql<{ id: string | null }>`select core.surviving_contact(${tenantId}, ${contactId}) as id`,
        mergeRows(
          sql,
          sql`
        select m.*
          from core.contact_merge m
         where m.tenant_id = ${tenantId} and m.into_id = core.surviving_contact(${tenantId}, ${contactId}) and ${before}
         order by m.merged_at desc, m.id desc limit ${query.limit + 1}`,
        ),
      ]
    })
    if (!found[0]?.id) throw new Refusal('ERR_NO_CONTACT_FOUND')
    const masked = await this.#masks(viewer)
    const hasMore = rows.length > query.limit
    const shown = rows.slice(0, query.limit)
    const last = shown.at(-1)
    return {
      merges: shown.map((row) => toMerge(row, masked)),
      hasMore,
      nextCursor: hasMore && last ? writeCursor({ at: last.merged_key, id: last.id }) : null,
    }
  }

  async #one(viewer: Viewer, mergeId: string): Promise<ContactMerge> {
    const [rows] = await this.#deps.db.read(viewer.tenantId, (sql) => [
      mergeRows(
        sql,
        sql`select m.* from core.contact_merge m where m.tenant_id = ${viewer.tenantId} and m.id = ${mergeId}`,
      ),
    ])
    return toMerge(rows[0]!, await this.#masks(viewer))
  }

  async #masks(viewer: Viewer): Promise<boolean> {
    return seesMasked(viewer, await this.#deps.settings.visibility(viewer.tenantId))
  }

  /**
   * After the commit: one of these contacts came or went, and their tickets have another name now, or their contact has
   * other identities.
   */
  async #show(tenantId: string, contactIds: readonly string[]): Promise<void> {
    this.#deps.bus.poke()
    for (const id of new Set(contactIds))
      this.#deps.realtime().contactChanged(tenantId, { type: 'contact:update', payload: { id } })
    const [rows] = await this.#deps.db.read(tenantId, (sql) => [
      sql<{ id: string }>`
      select t.id
        from core.ticket t
       where t.tenant_id = ${tenantId} and t.contact_id = any (${contactIds}::uuid[])
       order by t.updated_at desc limit ${maxShownTickets}`,
    ])
    void this.#deps.feed.show(tenantId, { tickets: rows.map(({ id }) => ({ id, type: 'ticket:update' })) })
  }
}

const mergeRows = (sql: SqlBuilder, page: Query): Query<MergeRow> => sql`
  with page as materialized (${page})
  select m.id, m.from_id, f.name as from_name, m.into_id, s.name as into_name, m.automatic, m.identities, m.user_id,
         u.name as user_name, m.merged_at,
         to_char(m.merged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as merged_key, m.undone_at,
         m.undone_by, w.name as undone_name
    from page m
    join core.contact f on f.tenant_id = m.tenant_id and f.id = m.from_id
    join core.contact s on s.tenant_id = m.tenant_id and s.id = m.into_id
    left join core.user_account u on u.tenant_id = m.tenant_id and u.id = m.user_id
    left join core.user_account w on w.tenant_id = m.tenant_id and w.id = m.undone_by
   order by m.merged_at desc, m.id desc`

function toMerge(row: MergeRow, masked: boolean): ContactMerge {
  const nameOf = (name: string): string => (masked ? maskName(name) : name)
  const who = (id: string | null, name: string | null) => (id === null ? null : { id: id as UserId, name: name ?? '' })
  return {
    id: row.id as MergeId,
    from: { id: row.from_id as Contact['id'], name: nameOf(row.from_name) },
    into: { id: row.into_id as Contact['id'], name: nameOf(row.into_name) },
    automatic: row.automatic,
    user: who(row.user_id, row.user_name),
    identities: row.identities,
    mergedAt: row.merged_at.toISOString(),
    undoneAt: row.undone_at?.toISOString() ?? null,
    undoneBy: who(row.undone_by, row.undone_name),
  }
}
