import type { InboundChatMoved } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { identityValue, type Settle } from './inbound-store.ts'
import type { Source } from './inbound-source.ts'

/**
 * Lets contact, tickets and what waits to be sent follow a conversation to its new id. A person who was known under
 * both ids becomes one contact. Repeating it changes nothing.
 */
export async function moveChat(
  db: Database,
  source: Source,
  { from, to }: InboundChatMoved,
  settle: Settle,
): Promise<void> {
  const { tenantId, connectionId, identityKind: kind } = source
  const [old, next] = [identityValue(source, from), identityValue(source, to)]
  await db.tenant(tenantId, async (tx) => {
    await tx.execute(sql`
      select core.lock_merges(${tenantId}),
             core.lock_identities(array[${tenantId}, ${tenantId}]::uuid[], array[${kind}, ${kind}]::text[],
               array[${old}, ${next}]::text[])`)
    await tx.execute(sql`
      insert into core.contact_identity (tenant_id, kind, value, contact_id, origin_id, verified)
      select tenant_id, kind, ${next}, contact_id, origin_id, verified
        from core.contact_identity
       where tenant_id = ${tenantId} and kind = ${kind} and value = ${old}
      on conflict do nothing`)
    const here = sql`tenant_id = ${tenantId} and connection_id = ${connectionId}`
    await tx.execute(sql`update core.ticket set chat = ${to} where ${here} and chat = ${from}`)
    await tx.execute(
      sql`update core.delivery set chat = ${to} where ${here} and chat = ${from} and state in ('queued', 'retry')`,
    )
  })
  await settle(tenantId, [
    { kind, value: old },
    { kind, value: next },
  ])
}
