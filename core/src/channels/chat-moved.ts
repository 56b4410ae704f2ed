import type { InboundChatMoved } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { storable } from './clean-event.ts'
import type { Source } from './inbound.ts'

/** Lets contact, tickets and what waits to be sent follow a conversation to its new id. Repeating it changes nothing. */
export async function moveChat(tx: Tx, source: Source, { from, to }: InboundChatMoved): Promise<void> {
  const [old, next] = [source.normalise(storable(from)), source.normalise(storable(to))]
  const here = sql`tenant_id = ${source.tenantId} and connection_id = ${source.connectionId}`
  await tx.execute(sql`
    insert into core.contact_identity (tenant_id, kind, value, contact_id, verified)
    select tenant_id, kind, ${next}, contact_id, verified from core.contact_identity where tenant_id = ${source.tenantId} and kind = ${source.identityKind} and value = ${old} on conflict do nothing`)
  await tx.execute(sql`update core.ticket set chat = ${to} where ${here} and chat = ${from}`)
  await tx.execute(sql`update core.delivery set chat = ${to} where ${here} and chat = ${from} and state in ('queued', 'retry')`)
}
