import { fileLimits, maxTextLength, type TicketId } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'

/**
 * Moves the drafts of a ticket to the one it became part of: alone if there is none there, else beneath it. Both rows
 * become newer than they were, so that every device takes them. Parts that would not fit into one draft stay. `userId`
 * limits it to one author.
 */
export async function moveDrafts(
  tx: Tx,
  tenantId: string,
  { from, into, userId }: { readonly from: string; readonly into: string; readonly userId?: string },
): Promise<void> {
  const joined = sql`
    case when held.text = excluded.text then held.text
         else concat_ws(E'\\n\\n', nullif(held.text, ''), nullif(excluded.text, '')) end`
  const now = sql`date_trunc('milliseconds', clock_timestamp())`
  const later = sql`interval '1 millisecond'`
  // Bytes, which are never fewer than the characters that a client counts.
  await tx.execute(sql`
    with moved as (
      insert into core.draft as held (tenant_id, user_id, ticket_id, text, files, uploads, written_at)
      select d.tenant_id, d.user_id, ${into}, d.text, d.files, d.uploads, greatest(d.written_at + ${later}, ${now})
        from core.draft d
       where d.tenant_id = ${tenantId}
         and d.ticket_id = ${from}
         and (d.text <> '' or d.files <> '{}' or d.uploads <> '{}')
         and ${userId === undefined ? sql`true` : sql`d.user_id = ${userId}`}
       order by d.user_id
      on conflict (tenant_id, user_id, ticket_id) do update set text = ${joined}, files = held.files || excluded.files,
             uploads = held.uploads || excluded.uploads,
             written_at = greatest(held.written_at + ${later}, excluded.written_at)
       where octet_length(${joined}) <= ${maxTextLength}
         and cardinality(held.files || excluded.files) <= ${fileLimits.count}
      returning user_id)
    update core.draft d
       set text = '', files = '{}', uploads = '{}', written_at = greatest(d.written_at + ${later}, ${now})
      from moved
     where d.tenant_id = ${tenantId} and d.ticket_id = ${from} and d.user_id = moved.user_id`)
}

/** Ticket in which a conversation goes on: itself, or the one it became part of, over any number of merges. */
export async function survivorOf(tx: Tx, tenantId: string, ticketId: string): Promise<TicketId> {
  const [row] = await tx.execute<{ id: TicketId }>(sql`
    with recursive way as (
      select t.id, t.merged_into from core.ticket t where t.tenant_id = ${tenantId} and t.id = ${ticketId}
      union select t.id, t.merged_into
        from way
        join core.ticket t on t.tenant_id = ${tenantId} and t.id = way.merged_into)
    select id from way where merged_into is null`)
  return row!.id
}
