import type { ImportedMessage } from '@recado/contracts'
import { longestImportedText } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { newId } from '../base/ids.ts'
import { cleanParts } from '../channels/clean-parts.ts'
import { bodyOf } from '../messages/outgoing.ts'
import {
  digestOf,
  json,
  nothing,
  recordsOf,
  redigest,
  sorted,
  type ImportRun,
  type KindOutcome,
} from './import-records.ts'

type Given = z.output<typeof ImportedMessage>

/** What was said. Numbers of messages are kept by the table itself, previews are made when the run settles. */
export async function writeMessages(run: ImportRun, messages: readonly Given[]): Promise<KindOutcome> {
  if (messages.length === 0) return nothing
  const { tx, tenantId, sourceId, runId } = run
  const records = await recordsOf(
    run,
    'message',
    messages.flatMap(({ ref, replyTo }) => (replyTo === null ? [ref] : [ref, replyTo])),
  )
  const tickets = await recordsOf(
    run,
    'ticket',
    messages.map(({ ticket }) => ticket),
  )
  const users = await recordsOf(
    run,
    'user',
    messages.flatMap(({ user }) => user ?? []),
  )
  const ids = new Map(messages.map(({ ref }) => [ref, records.get(ref)?.id ?? newId()]))
  const quotedBy = ({ replyTo }: Given): string | null =>
    replyTo === null ? null : (records.get(replyTo)?.id ?? ids.get(replyTo) ?? null)
  // That the quoted message was not there yet is a difference, once it is.
  const digests = new Map(
    messages.map((message) => [
      message,
      digestOf({ ...message, replyTo: quotedBy(message) === null ? null : message.replyTo }),
    ]),
  )
  const { fresh, changed, again, known } = sorted(messages, digests, records, runId)
  const rowOf = (message: Given) => {
    const parts = cleanParts(message.parts).map((part) =>
      part.kind === 'text' ? { ...part, text: part.text.slice(0, longestImportedText) } : part,
    )
    return {
      ref: message.ref,
      digest: digests.get(message)!,
      id: ids.get(message.ref)!,
      ticketId: tickets.get(message.ticket)?.id ?? null,
      fromMe: message.fromMe,
      userId: message.fromMe ? (message.userId ?? users.get(message.user ?? '')?.id ?? null) : null,
      body: bodyOf(parts),
      parts,
      at: message.at,
      deletedAt: message.deletedAt,
      replyTo: quotedBy(message),
    }
  }
  const rows = fresh.map(rowOf)
  const stored =
    rows.length === 0
      ? []
      : await tx.execute<{ id: string }>(sql`
    with given as (
      select g.*, row_number() over (order by g.at, g.id) as ord from jsonb_to_recordset(${json(rows)}) g
        (ref text, digest text, id uuid, "ticketId" uuid, "fromMe" boolean, "userId" uuid, body text, parts jsonb,
         at timestamptz, "deletedAt" timestamptz, "replyTo" uuid)
    ), stored as (
      insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, position, from_me, user_id, body,
          parts, status, send_type, reply_to_id, is_read, deleted_at, sent_at)
      select g.id, t.tenant_id, t.id, t.contact_id, t.connection_id, core.microseconds() + g.ord, g."fromMe",
             g."userId", g.body, g.parts, case when g."fromMe" then 'sent' else 'received' end,
             case when g."fromMe" and g."userId" is null then 'external' else 'chat' end, g."replyTo", true,
             g."deletedAt", least(g.at, now())
        from given g join core.ticket t on t.tenant_id = ${tenantId} and t.id = g."ticketId"
      returning id
    )
    insert into core.import_record (tenant_id, source_id, kind, external_id, target_id, run_id, made, digest)
    select ${tenantId}, ${sourceId}, 'message', g.ref, g.id, ${runId}, true, decode(g.digest, 'hex')
      from given g join stored s on s.id = g.id
    returning target_id as id`)
  const there = new Set(stored.map(({ id }) => id))
  const edited = changed.map(rowOf)
  if (edited.length > 0)
    await tx.execute(sql`
      update core.message m
         set body = g.body, parts = g.parts, deleted_at = coalesce(m.deleted_at, g."deletedAt"),
             reply_to_id = g."replyTo"
        from jsonb_to_recordset(${json(edited)}) g
          (id uuid, body text, parts jsonb, "deletedAt" timestamptz, "replyTo" uuid)
       where m.tenant_id = ${tenantId} and m.id = g.id`)
  await redigest(run, 'message', edited)
  // Conversations that have a preview already, because they were imported before.
  const later = rows.filter(({ id }) => there.has(id)).map(({ ticketId, at }) => ({ ticketId, at }))
  if (later.length > 0)
    await tx.execute(sql`
    update core.ticket t set last_message_at = null
      from (select g."ticketId" as id, max(g.at) as at
              from jsonb_to_recordset(${json(later)}) g ("ticketId" uuid, at timestamptz) group by 1) g
     where t.tenant_id = ${tenantId} and t.id = g.id and t.last_message_at < g.at`)
  return {
    made: there.size + again,
    changed: edited.length,
    again,
    known,
    refused: rows
      .filter(({ id }) => !there.has(id))
      .map(({ ref }) => ({ kind: 'message', ref, problem: 'ticketUnknown' as const })),
  }
}
