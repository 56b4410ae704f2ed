import { Refusal, type Role } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { isPlugin, type PluginActor } from './ticket-actor.ts'

/** The user who gives a ticket. */
export interface Giver {
  readonly tenantId: string
  readonly userId: string
  readonly role: Role
  readonly queueIds: readonly string[]
}

/**
 * Locks the receiver of a ticket in a queue, so that they are not deleted meanwhile. Giver and receiver share a queue,
 * and the receiver works in the ticket's (S4-016, reading 51); administrators may give to anybody and get from anybody,
 * and everybody may take a ticket that they see. A plugin shares no queue with anybody: a receiver from one works in
 * the ticket's, as with distribution.
 *
 * @throws Refusal ERR_NO_USER_FOUND for a user who is deleted, deactivated or of another company
 * @throws Refusal ERR_NO_SHARED_QUEUE
 */
export async function holdReceiver(
  tx: Tx,
  giver: Giver | PluginActor,
  receiverId: string,
  queueId: string | null,
): Promise<void> {
  const [receiver] = await tx.execute<{ profile: Role; queues: string[] }>(sql`
    select u.profile,
           array(select q.queue_id
                   from core.user_queue q
                  where q.tenant_id = u.tenant_id and q.user_id = u.id) as queues
      from core.user_account u
     where u.tenant_id = ${giver.tenantId}
       and u.id = ${receiverId}
       and u.deleted_at is null
       and u.is_active for key share of u`)
  if (!receiver) throw new Refusal('ERR_NO_USER_FOUND')
  if (receiver.profile === 'admin' || (!isPlugin(giver) && (receiverId === giver.userId || giver.role === 'admin')))
    return
  const isShared = isPlugin(giver) || receiver.queues.some((queue) => giver.queueIds.includes(queue))
  if (!isShared || (queueId !== null && !receiver.queues.includes(queueId))) throw new Refusal('ERR_NO_SHARED_QUEUE')
}

/**
 * Holds the queue that is to have a ticket. @throws Refusal ERR_NO_QUEUE_FOUND for one that is gone, switched off or of
 * another company
 */
export async function holdQueue(tx: Tx, tenantId: string, queueId: string): Promise<void> {
  const [row] = await tx.execute(
    sql`select 1 from core.queue where tenant_id = ${tenantId} and id = ${queueId} and is_active for key share`,
  )
  if (!row) throw new Refusal('ERR_NO_QUEUE_FOUND')
}
