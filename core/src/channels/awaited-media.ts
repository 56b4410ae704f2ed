import type { InboundPart, Part } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import type { Changed } from './changed-message.ts'
import type { Place } from './inbound-source.ts'

/** A file that has to be fetched for the part at this index. */
export interface AwaitedRef {
  readonly part: number
  readonly ref: string
}

/** Parts as they are stored and shown, apart from the adapter's references, which nobody else may see. */
export function withoutRefs(parts: readonly InboundPart[]): { parts: Part[]; refs: AwaitedRef[] } {
  const refs: AwaitedRef[] = []
  const stored = parts.map((part, index): Part => {
    if (part.kind !== 'remoteMedia') return part
    const { ref, ...file } = part
    refs.push({ part: index, ref })
    return { ...file, kind: 'pendingMedia', state: 'fetching' }
  })
  return { parts: stored, refs }
}

/**
 * The parts of an edited message: a file that it had before keeps its bytes and takes the new caption, another one is
 * fetched. `parts` are those of the edit, already without references.
 */
export async function keepFiles(
  tx: Tx,
  place: Place,
  externalId: string,
  parts: readonly Part[],
  refs: readonly AwaitedRef[],
): Promise<Part[]> {
  const [message] = await tx.execute<{ id: string; parts: Part[]; fetched: AwaitedRef[] }>(sql`
    select m.id, m.parts,
           coalesce((select jsonb_agg(jsonb_build_object('part', f.part, 'ref', f.ref))
                       from core.media_fetch f
                      where f.tenant_id = m.tenant_id and f.message_id = m.id),
                    '[]') as fetched
      from core.message m
     where m.tenant_id = ${place.tenantId}
       and m.connection_id = ${place.connectionId}
       and m.external_id = ${externalId} for update of m`)
  if (!message) return [...parts]
  const edited = [...parts]
  for (const { part: index, ref } of refs) {
    const before = message.parts[index]
    const caption = captionOf(edited[index])
    if (
      (before?.kind === 'media' || before?.kind === 'pendingMedia') &&
      message.fetched.some((file) => file.part === index && file.ref === ref)
    ) {
      const { caption: _, ...file } = before
      edited[index] = { ...file, ...(caption !== undefined && { caption }) }
      continue
    }
    await tx.execute(sql`
      insert into core.media_fetch (tenant_id, message_id, part, connection_id, ref)
      values (${place.tenantId}, ${message.id}, ${index}, ${place.connectionId}, ${ref})
      on conflict (tenant_id, message_id, part) do update set ref = excluded.ref, state = 'queued', attempt = 0,
             next_at = now()`)
  }
  return edited
}

/**
 * Says of every file that still waits for a connection that it cannot be had. Runs in the transaction that deletes the
 * connection.
 */
export async function giveUpFiles(tx: Tx, tenantId: string, connectionId: string): Promise<Changed[]> {
  const missed = await tx.execute<{ message_id: string }>(sql`
    update core.media_fetch set state = 'unavailable'
     where tenant_id = ${tenantId} and connection_id = ${connectionId} and state = 'queued'
    returning message_id`)
  return showFiles(
    tx,
    tenantId,
    missed.map((row) => row.message_id),
    'unavailable',
  )
}

/** Requests the missing files of one message again; answers the message's change if there are any. */
export async function askAgain(tx: Tx, tenantId: string, messageId: string): Promise<Changed | undefined> {
  const queued = await tx.execute<{ message_id: string }>(sql`
    update core.media_fetch set state = 'queued', attempt = 0, next_at = now()
     where tenant_id = ${tenantId} and message_id = ${messageId} and state = 'unavailable'
    returning message_id`)
  return (
    await showFiles(
      tx,
      tenantId,
      queued.map((row) => row.message_id),
      'fetching',
    )
  )[0]
}

async function showFiles(
  tx: Tx,
  tenantId: string,
  messageIds: readonly string[],
  state: 'fetching' | 'unavailable',
): Promise<Changed[]> {
  const rows = await tx.execute<{ id: string; ticket_id: string }>(sql`
    update core.message m
       set parts = (
         select jsonb_agg(
           case when e.part ->> 'kind' = 'pendingMedia' then e.part || jsonb_build_object('state', ${state}::text)
                               else e.part end order by e.at)
           from jsonb_array_elements(m.parts) with ordinality e (part, at))
     where m.tenant_id = ${tenantId} and m.id = any (${sql.param([...messageIds])}::uuid[])
    returning m.id, m.ticket_id`)
  return rows.map((row) => ({ id: row.id, ticketId: row.ticket_id }))
}

const captionOf = (part: Part | undefined): string | undefined =>
  part?.kind === 'pendingMedia' ? part.caption : undefined
