import { TicketTagged, type Retag } from '@recado/contracts'
import { sql, type SQL } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Tx } from '../db/database.ts'
import { holdTags } from '../tags/held-tags.ts'
import { byOf, type TicketActor } from './ticket-actor.ts'
import type { LockedTicket } from './ticket-lock.ts'

/**
 * Gives a held ticket these tags and no others; it does not move in lists (reading 54). False when it had just these.
 * @throws Refusal ERR_NO_TAG_FOUND
 */
export async function writeTicketTags(
  tx: Tx,
  bus: Pick<EventBus, 'publish'>,
  actor: TicketActor,
  ticketId: string,
  current: LockedTicket,
  tagIds: readonly string[],
): Promise<boolean> {
  const wanted = await holdTags(tx, actor.tenantId, tagIds)
  return change(tx, bus, actor, ticketId, current, { goes: sql`tag_id <> all (${wanted})`, come: wanted })
}

/**
 * Adds and removes single tags, without a list of the others; one that is already there or missing is no error. False
 * when nothing changed. @throws Refusal ERR_NO_TAG_FOUND
 */
export async function retag(
  tx: Tx,
  bus: Pick<EventBus, 'publish'>,
  actor: TicketActor,
  ticketId: string,
  current: LockedTicket,
  { add, remove }: Retag,
): Promise<boolean> {
  const gone = await holdTags(tx, actor.tenantId, remove)
  const come = await holdTags(tx, actor.tenantId, add)
  return change(tx, bus, actor, ticketId, current, {
    goes: sql`tag_id = any (${gone}) and tag_id <> all (${come})`,
    come,
  })
}

async function change(
  tx: Tx,
  bus: Pick<EventBus, 'publish'>,
  actor: TicketActor,
  ticketId: string,
  current: LockedTicket,
  { goes, come }: { readonly goes: SQL; readonly come: SQL },
): Promise<boolean> {
  const { tenantId } = actor
  const [outcome] = await tx.execute<{ added: string[]; removed: string[] }>(sql`
    with gone as (
      delete from core.ticket_tag
       where tenant_id = ${tenantId} and ticket_id = ${ticketId} and ${goes}
      returning tag_id),
         come as (insert into core.ticket_tag (tenant_id, ticket_id, tag_id)
                  select ${tenantId}::uuid, ${ticketId}::uuid, w.id
                    from unnest(${come}) w (id)
                  on conflict do nothing
                  returning tag_id)
    select array(select tag_id from come) as added, array(select tag_id from gone) as removed`)
  const { added, removed } = outcome!
  if (added.length + removed.length === 0) return false
  await bus.publish(tx, TicketTagged, {
    tenantId,
    key: ticketId,
    data: {
      ticketId,
      contactId: current.contact_id,
      connectionId: current.connection_id,
      added,
      removed,
      ...byOf(actor),
    },
  })
  return true
}
