import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'

/**
 * Lets the list row of a ticket say what its newest message says now, after that was edited or deleted. The ticket does
 * not move: nothing new was said. Answers whether the row changed.
 */
export async function refreshPreview(tx: Tx, tenantId: string, ticketId: string): Promise<boolean> {
  const rows = await tx.execute(sql`
    update core.ticket t set last_message = newest.body, last_content = newest.content from (
      select case when m.deleted_at is null then left(m.body, 200) else '' end as body, m.from_me,
             case when m.deleted_at is null then core.content_of(m.parts)
                  else '{"as": "deleted", "captioned": false}' end as content
        from core.message m
       where m.tenant_id = ${tenantId} and m.ticket_id = ${ticketId} order by m.sent_at desc, m.id desc limit 1) newest
     where t.tenant_id = ${tenantId}
       and t.id = ${ticketId}
       and t.last_message_from_me = newest.from_me
       and (t.last_message <> newest.body or t.last_content is distinct from newest.content)
    returning 1`)
  return rows.length > 0
}
