import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'

interface Merged {
  readonly from: string
  readonly into: string
}

/**
 * Followers of a ticket before it becomes part of another one, with their times, and whether they already follow the
 * other one: input of {@link followersGoBack}.
 */
export const followersOf = (tenantId: string, from: string, into: string): SQL => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('userId', w.user_id, 'since', w.watched_at,
     'isNew', not exists (
       select 1
         from core.ticket_watch has
        where has.tenant_id = w.tenant_id and has.user_id = w.user_id and has.ticket_id = ${into}))),
     '[]')
     from core.ticket_watch w where w.tenant_id = ${tenantId} and w.ticket_id = ${from})`

/** Followers of a ticket follow from now on the one it became part of, or in which it goes on. */
export async function followersGoAlong(tx: Tx, tenantId: string, { from, into }: Merged): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from core.ticket_watch where tenant_id = ${tenantId} and ticket_id = ${from} returning user_id, watched_at)
    insert into core.ticket_watch (tenant_id, user_id, ticket_id, watched_at)
    select ${tenantId}, user_id, ${into}, watched_at
      from gone
    on conflict do nothing`)
}

/** Followers get their own ticket back; they keep the other one only if they followed it before, or since. */
export async function followersGoBack(
  tx: Tx,
  tenantId: string,
  { merge, from, into }: Merged & { readonly merge: string },
): Promise<void> {
  const kept = sql`
    (select m.merged_at, f.*
       from core.ticket_merge m,
           jsonb_to_recordset(coalesce(m.before -> 'followers', '[]')) f ("userId" uuid, since timestamptz,
             "isNew" boolean)
      where m.tenant_id = ${tenantId} and m.id = ${merge})`
  await tx.execute(sql`
    delete from core.ticket_watch w using ${kept} f
     where w.tenant_id = ${tenantId}
       and w.ticket_id = ${into}
       and w.user_id = f."userId"
       and f."isNew"
       and w.watched_at <= f.merged_at`)
  await tx.execute(sql`
    insert into core.ticket_watch (tenant_id, user_id, ticket_id, watched_at)
    select ${tenantId}, f."userId", ${from}, f.since
      from ${kept} f
      join core.user_account u on u.tenant_id = ${tenantId} and u.id = f."userId" and u.deleted_at is null
    on conflict do nothing`)
}
