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

/** Tags that a ticket gets and loses beside those it has. */
export interface Retag { readonly add: readonly string[]; readonly remove: readonly string[] }

/** Adds and takes away, for who knows nothing of the others; what a ticket has or lacks already is fine. False when nothing changed. @throws Refusal ERR_NO_TAG_FOUND */
export async function retag(tx: Tx, tenantId: string, ticketId: string, { add, remove }: Retag): Promise<boolean> {
  const gone = await holdTags(tx, tenantId, remove)
  const come = await holdTags(tx, tenantId, add)
  const [outcome] = await tx.execute<{ changed: boolean }>(sql`
    with gone as (delete from core.ticket_tag where tenant_id = ${tenantId} and ticket_id = ${ticketId} and tag_id = any (${gone}) and tag_id <> all (${come}) returning 1),
         come as (insert into core.ticket_tag (tenant_id, ticket_id, tag_id) select ${tenantId}::uuid, ${ticketId}::uuid, w.id from unnest(${come}) w (id) on conflict do nothing returning 1)
    select exists (select 1 from gone) or exists (select 1 from come) as changed`)
  return outcome!.changed
}
