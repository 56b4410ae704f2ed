import {
  ContactUpdated,
  Refusal,
  type AttributeChange,
  type AttributeOwner,
  type AttributeValues,
  type ContactId,
  type Viewer,
} from '@recado/contracts'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { ticket, ticketLog } from '../tables/ticket.table.ts'
import { attributeDefinition } from '../tables/attribute-definition.table.ts'
import { changedValues, type ChangedValues } from './attribute-values.ts'

/**
 * The change of values that are held. Their attributes stay as they are until the transaction ends. @throws Refusal
 * ERR_VALIDATION
 */
export async function attributesAfter(
  tx: Tx,
  tenantId: string,
  owner: AttributeOwner,
  held: AttributeValues,
  given: AttributeChange,
): Promise<ChangedValues & { readonly labels: readonly string[] }> {
  const keys = Object.keys(given)
  const rows =
    keys.length === 0
      ? []
      : await tx
          .select()
          .from(attributeDefinition)
          .where(
            and(
              eq(attributeDefinition.tenantId, tenantId),
              eq(attributeDefinition.owner, owner),
              inArray(attributeDefinition.key, keys),
            ),
          )
          .orderBy(asc(attributeDefinition.position), asc(attributeDefinition.id))
          .for('key share')
  const after = changedValues(
    rows.map(({ archivedAt, ...row }) => ({ ...row, isArchived: archivedAt !== null })),
    held,
    given,
  )
  return { ...after, labels: rows.filter(({ key }) => after.changed.includes(key)).map(({ label }) => label) }
}

/** Changes values of a held ticket; its log says which. False when they were so already. */
export async function writeTicketAttributes(
  tx: Tx,
  { tenantId, userId }: Pick<Viewer, 'tenantId'> & { readonly userId: string | null },
  ticketId: string,
  given: AttributeChange,
): Promise<boolean> {
  const at = and(eq(ticket.tenantId, tenantId), eq(ticket.id, ticketId))
  const [held] = await tx.select({ attributes: ticket.attributes, queueId: ticket.queueId }).from(ticket).where(at)
  const { values, changed, labels } = await attributesAfter(tx, tenantId, 'ticket', held!.attributes, given)
  if (changed.length === 0) return false
  await tx.update(ticket).set({ attributes: values }).where(at)
  await tx.insert(ticketLog).values({
    id: newId(),
    tenantId,
    ticketId,
    type: 'attributes',
    userId,
    queueId: held!.queueId,
    note: labels.join(', ').slice(0, 1_000) || null,
  })
  return true
}

/** The required attributes of tickets, for one who resolves many: asked once. */
export const requiredAttributes = (tx: Tx, tenantId: string): Promise<{ key: string; label: string }[]> =>
  tx
    .select({ key: attributeDefinition.key, label: attributeDefinition.label })
    .from(attributeDefinition)
    .where(
      and(
        eq(attributeDefinition.tenantId, tenantId),
        eq(attributeDefinition.owner, 'ticket'),
        eq(attributeDefinition.requiredToResolve, true),
        isNull(attributeDefinition.archivedAt),
      ),
    )
    .orderBy(asc(attributeDefinition.position), asc(attributeDefinition.id))

/** Before somebody resolves a held ticket. @throws Refusal ERR_TICKET_ATTRIBUTES_REQUIRED */
export async function requireAttributes(tx: Tx, tenantId: string, ticketId: string): Promise<void> {
  const required = await requiredAttributes(tx, tenantId)
  if (required.length === 0) return
  const [held] = await tx.execute<{ attributes: AttributeValues }>(
    sql`select attributes from core.ticket where tenant_id = ${tenantId} and id = ${ticketId}`,
  )
  const missing = required.filter(({ key }) => held!.attributes[key] === undefined)
  if (missing.length === 0) return
  throw new Refusal('ERR_TICKET_ATTRIBUTES_REQUIRED', {
    detail: missing.map(({ label }) => label).join(', '),
    issues: missing.map(({ key }) => ({
      path: `body.attributes.${key}`,
      message: 'needed to resolve',
      rule: 'required',
    })),
  })
}

/**
 * Changes values of a contact, or of who they are part of by now; nothing is told where they were so already. @throws
 * Refusal ERR_NO_CONTACT_FOUND, ERR_VALIDATION
 */
export async function writeContactAttributes(
  tx: Tx,
  bus: Pick<EventBus, 'publish'>,
  tenantId: string,
  contactId: string,
  given: AttributeChange,
): Promise<{ readonly id: ContactId; readonly isChanged: boolean }> {
  const [held] = await tx.execute<{ id: ContactId; attributes: AttributeValues; merged: boolean }>(sql`
    select c.id, c.attributes, c.merged_into is not null as merged
      from core.contact c
     where c.tenant_id = ${tenantId}
       and c.id = core.surviving_contact(${tenantId}, ${contactId})
       and c.erased_at is null for no key update`)
  if (!held) throw new Refusal('ERR_NO_CONTACT_FOUND')
  // Merged while this waited for it.
  if (held.merged) return writeContactAttributes(tx, bus, tenantId, contactId, given)
  const { values, changed } = await attributesAfter(tx, tenantId, 'contact', held.attributes, given)
  if (changed.length === 0) return { id: held.id, isChanged: false }
  await tx.execute(sql`
    update core.contact set attributes = ${JSON.stringify(values)}::jsonb, updated_at = now()
     where tenant_id = ${tenantId} and id = ${held.id}`)
  await bus.publish(tx, ContactUpdated, {
    tenantId,
    key: held.id,
    data: { contactId: held.id, fields: changed.map((key) => `attributes.${key}`) },
  })
  return { id: held.id, isChanged: true }
}
