import {
  advanceReceipt,
  MessageStatusChanged,
  type ExternalChatId,
  type InboundReceipt,
  type ReceiptState,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { contactOfMessage } from '../messages/contact-of-message.ts'
import { storableIn } from './clean-event.ts'
import type { Source } from './inbound-source.ts'
import type { Changed } from './changed-message.ts'

interface Folded {
  readonly state: ReceiptState
  readonly failure: { code: string; message: string; kind: string } | null
}

/** Stores receipts of one connection in one call. Several for one message are folded first; order does not matter. */
export async function storeReceipts(
  db: Database,
  source: Source,
  receipts: readonly InboundReceipt[],
): Promise<Changed[]> {
  const folded = new Map<string, Folded>()
  const underway: Changed[] = []
  for (const receipt of receipts) {
    if (typeof receipt.target !== 'string')
      underway.push(...(await reachUnderway(db, source, receipt.target, receipt.state)))
    const targets =
      typeof receipt.target === 'string' ? [receipt.target] : await sentUpTo(db, source, receipt.target, receipt.state)
    for (const target of targets) {
      const known = folded.get(target)
      const state = advanceReceipt(known?.state, receipt.state)
      if (state)
        folded.set(target, {
          state,
          failure: receipt.error
            ? storableIn({ code: receipt.error.code, message: receipt.error.message, kind: receipt.error.kind })
            : null,
        })
    }
  }
  if (folded.size === 0) return underway
  const states = [...folded.values()]
  const rows = await db.raw<{ message_id: string; ticket_id: string }[]>`
    select message_id, ticket_id
      from core.apply_receipts(${states.map(() => source.tenantId)}::uuid[],
        ${states.map(() => source.connectionId)}::uuid[], ${[...folded.keys()]}::text[],
      ${states.map((receipt) => receipt.state)}::text[],
      ${states.map((receipt) => (receipt.failure ? JSON.stringify(receipt.failure) : null))}::text[])`
  return [...underway, ...rows.map((row) => ({ id: row.message_id, ticketId: row.ticket_id }))]
}

/**
 * "Everything up to here": our newest messages of a chat that have not got that far; 500 are more than anybody left
 * unread.
 */
async function sentUpTo(
  db: Database,
  source: Source,
  upTo: { chat: ExternalChatId; upTo: Date },
  state: ReceiptState,
): Promise<string[]> {
  const behind: Partial<Record<ReceiptState, string[]>> = {
    delivered: ['pending', 'accepted', 'sent'],
    read: ['pending', 'accepted', 'sent', 'delivered'],
    played: ['pending', 'accepted', 'sent', 'delivered', 'read'],
  }
  const [rows] = await db.read(source.tenantId, (sql) => [
    sql<{
      external_id: string
    }>`
      select m.external_id from core.ticket t join core.message m on m.tenant_id = t.tenant_id and m.ticket_id = t.id
       where t.tenant_id = ${source.tenantId} and t.connection_id = ${source.connectionId} and t.chat = ${upTo.chat}
         and m.from_me
         and m.external_id is not null
         and m.status = any (${behind[state] ?? []})
         and m.sent_at <= ${upTo.upTo.toISOString()}::timestamptz
       order by m.sent_at desc, m.id desc limit 500`,
  ])
  return rows.map((row) => row.external_id)
}

/**
 * A message may be read while its delivery has not been written down: it has no external id yet under which the receipt
 * could wait, so the receipt goes to the message itself. Only to what an adapter has in its hands, not to what is
 * queued.
 */
async function reachUnderway(
  db: Database,
  source: Source,
  upTo: { chat: ExternalChatId; upTo: Date },
  state: ReceiptState,
): Promise<Changed[]> {
  if (state !== 'delivered' && state !== 'read' && state !== 'played') return []
  return db.tenant(source.tenantId, async (tx) => {
    const rows = await tx.execute<{ id: string; ticket_id: string }>(sql`
      with ours as (
        select m.id from core.ticket t
          join core.message m on m.tenant_id = t.tenant_id and m.ticket_id = t.id
          join core.delivery d on d.tenant_id = m.tenant_id and d.message_id = m.id and d.state = 'leased'
         where t.tenant_id = ${source.tenantId} and t.connection_id = ${source.connectionId} and t.chat = ${upTo.chat}
           and m.from_me
           and m.external_id is null
           and m.status = 'pending'
           and m.sent_at <= ${upTo.upTo.toISOString()}::timestamptz
         order by m.id for update of m
      ), changed as (
        update core.message m set status = ${state}
          from ours
         where m.tenant_id = ${source.tenantId} and m.id = ours.id
        returning m.id, m.ticket_id, ${contactOfMessage}
      )
      select c.id, c.ticket_id,
             bus.publish(${source.tenantId}::uuid, ${MessageStatusChanged.name}, c.ticket_id::text, jsonb_build_object(
        'ticketId', c.ticket_id, 'contactId', c.contact_id, 'connectionId', ${source.connectionId}::uuid,
        'messageId', c.id, 'status', ${state}::text))
        from changed c`)
    return rows.map((row) => ({ id: row.id, ticketId: row.ticket_id }))
  })
}
