import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { holdTags } from '../tags/held-tags.ts'

/** Gives a held ticket these tags and no others; it does not move in lists (decision 54). False when it had just these. @throws Refusal ERR_NO_TAG_FOUND */
export async function writeTicketTags(tx: Tx, tenantId: string, ticketId: string, tagIds: readonly string[]): Promise<boolean> {
  const wanted = await holdTags(tx, tenantId, tagIds)
  const [outcome] = await tx.execute<{ changed: boolean }>(sql`
    with gone as (delete from core.ticket_tag where tenant_id = ${tenantId} and ticket_id = ${ticketId} and tag_id <> all (${wanted}) returning 1),
         come as (insert into core.ticket_tag (tenant_id, ticket_id, tag_id) select ${tenantId}::uuid, ${ticketId}::uuid, w.id from unnest(${wanted}) w (id) on conflict do nothing returning 1)
    select exists (select 1 from gone) or exists (select 1 from come) as changed`)
  return outcome!.changed
}
