import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'

/** Conversations that are brought up to date at once. */
const portion = 500

/**
 * Lets the list rows of imported conversations say what was said last, which also brings them into the numbers. Answers
 * the last ref of the portion, null when none is left.
 */
export async function settleTickets(
  tx: Tx,
  tenantId: string,
  sourceId: string,
  cursor: string | null,
): Promise<string | null> {
  const [last] = await tx.execute<{ ref: string | null; tickets: number }>(sql`
    with next as (
      select r.external_id as ref, r.target_id as id from core.import_record r
       where r.tenant_id = ${tenantId} and r.source_id = ${sourceId} and r.kind = 'ticket'
         and r.external_id > ${cursor ?? ''} order by r.external_id limit ${portion}
    ), previewed as (
      update core.ticket t
         set last_message = left(newest.body, 200), last_content = core.content_of(newest.parts),
             last_message_from_me = newest.from_me, answered = newest.from_me, last_message_at = newest.sent_at
        from core.ticket o join next n on n.id = o.id
       cross join lateral (
         select m.body, m.parts, m.from_me, m.sent_at from core.message m
          where m.tenant_id = o.tenant_id and m.ticket_id = o.id order by m.sent_at desc, m.id desc limit 1) newest
       where o.tenant_id = ${tenantId} and o.last_message_at is null and t.tenant_id = o.tenant_id and t.id = o.id
    )
    select max(n.ref) as ref, count(*)::integer as tickets from next n`)
  return last && last.tickets === portion ? last.ref : null
}
