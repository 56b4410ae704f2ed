import { Refusal, type VisibilitySettings } from '@recado/contracts'
import type { Database } from '../db/database.ts'
import { sees, type TicketActor } from './ticket-actor.ts'
import { factsOf } from './ticket-lock.ts'

/**
 * S8-039, S8-040: the contact's live ticket on a connection prevents another one. It is named to who may see it; to
 * others the refusal's detail says whom to ask, a colleague or a queue.
 */
export async function otherOpen(
  db: Database,
  actor: TicketActor,
  { contactId, connectionId }: { readonly contactId: string; readonly connectionId: string },
  visibility: VisibilitySettings,
): Promise<Refusal> {
  const [[live]] = await db.read(actor.tenantId, (sql) => [
    sql<{ id: string; user_id: string | null; queue_id: string | null; bot: string | null; holder: string | null }>`
    select t.id, t.user_id, t.queue_id, t.bot, coalesce(u.name, q.name) as holder from core.ticket t
      left join core.user_account u on u.tenant_id = t.tenant_id and u.id = t.user_id
      left join core.queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id
     where t.tenant_id = ${actor.tenantId}
       and t.contact_id = core.surviving_contact(${actor.tenantId}, ${contactId})
       and t.connection_id = ${connectionId}
       and t.status <> 'closed'
     order by t.updated_at desc limit 1`,
  ])
  if (!live) return new Refusal('ERR_OTHER_OPEN_TICKET')
  return new Refusal(
    'ERR_OTHER_OPEN_TICKET',
    sees(actor, factsOf(live), visibility)
      ? { ticketId: live.id }
      : live.holder === null
        ? {}
        : { detail: live.holder },
  )
}
