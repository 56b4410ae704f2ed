import { MessageStatusChanged } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { contactOfMessage } from '../messages/contact-of-message.ts'
import type { Changed } from './changed-message.ts'

const reason = { code: 'CONNECTION_DELETED', message: 'the connection was deleted before this was sent' }

/**
 * Ends every send and every act that still waits for a connection which will not come back: each has to end in some
 * state. One that is under way at this moment ends by itself. Runs in the transaction that deletes the connection.
 */
export async function failUnsent(tx: Tx, tenantId: string, connectionId: string): Promise<Changed[]> {
  const rows = await tx.execute<{ id: string; ticket_id: string }>(sql`
    with ended as (
      update core.delivery
         set state = 'failed', lease_until = null, leased_by = null,
             error = ${JSON.stringify({ kind: 'notFound', ...reason })}::jsonb
       where tenant_id = ${tenantId}
         and connection_id = ${connectionId}
         and (state in ('queued', 'retry') or (state = 'leased' and lease_until < now()))
      returning id, message_id, act
    ), undone as (
      update core.message m set act = m.act || ${JSON.stringify({ state: 'failed', failure: reason })}::jsonb
        from ended e
       where m.tenant_id = ${tenantId} and m.id = e.message_id and e.act is not null and m.act ->> 'id' = e.id::text
         and not exists (select 1 from ended s where s.message_id = m.id and s.act is null) returning m.id, m.ticket_id
    ), failed as (
      update core.message m
         set status = 'failed', failure = ${JSON.stringify(reason)}::jsonb,
             act = case when m.act ->> 'state' = 'pending' then m.act || ${JSON.stringify({
               state: 'failed',
               failure: reason,
             })}::jsonb
                        else m.act end
        from ended e
       where m.tenant_id = ${tenantId} and m.id = e.message_id and e.act is null and m.status = 'pending'
      returning m.id, m.ticket_id, ${contactOfMessage}
    ), told as (
      insert into bus.outbox (event_id, tenant_id, name, key, data)
      select gen_random_uuid(), ${tenantId}, ${MessageStatusChanged.name}::text, f.ticket_id::text,
             jsonb_build_object('ticketId', f.ticket_id, 'contactId', f.contact_id,
               'connectionId', ${connectionId}::text, 'messageId', f.id, 'status', 'failed')
        from failed f
    )
    select id, ticket_id from failed union select id, ticket_id from undone`)
  return rows.map((row) => ({ id: row.id, ticketId: row.ticket_id }))
}
