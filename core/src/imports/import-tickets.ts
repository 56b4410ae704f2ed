import type { ImportedTicket } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { newId } from '../base/ids.ts'
import type { ChannelCatalogue, ChannelType } from '../channels/channel-catalogue.ts'
import {
  digestOf,
  json,
  nothing,
  record,
  recordsOf,
  redigest,
  sorted,
  type ImportRun,
  type KindOutcome,
} from './import-records.ts'

type Given = z.output<typeof ImportedTicket>

interface TicketParts {
  readonly channels: Pick<ChannelCatalogue, 'find'>
  /** Template of the company's protocol numbers. */
  readonly protocol: string
}

/** Conversations of the past. Their messages, previews and numbers follow. */
export async function writeTickets(
  run: ImportRun,
  tickets: readonly Given[],
  parts: TicketParts,
): Promise<KindOutcome> {
  if (tickets.length === 0) return nothing
  const { runId } = run
  const digests = new Map(tickets.map((ticket) => [ticket, digestOf(ticket)]))
  const records = await recordsOf(
    run,
    'ticket',
    tickets.map(({ ref }) => ref),
  )
  const { fresh, changed, again, known } = sorted(tickets, digests, records, runId)
  const written = [...fresh, ...changed]
  const [contacts, queues, tags] = [
    await recordsOf(
      run,
      'contact',
      fresh.map(({ contact }) => contact),
    ),
    await recordsOf(
      run,
      'queue',
      written.flatMap(({ queue }) => queue ?? []),
    ),
    await recordsOf(
      run,
      'tag',
      fresh.flatMap((ticket) => ticket.tags),
    ),
  ]
  const users = await recordsOf(
    run,
    'user',
    written.flatMap(({ user }) => user ?? []),
  )
  const stateOf = (ticket: Given) => stateWith(ticket, users)
  const connections = await connectionsOf(run, [...new Set(fresh.map(({ connection }) => connection))])
  const refused: { kind: 'ticket'; ref: string; problem: 'contactUnknown' | 'connectionUnknown' }[] = []
  const whole = fresh.flatMap((ticket) => {
    const contact = contacts.get(ticket.contact)
    const type = connections.get(ticket.connection)
    if (contact && type !== undefined) return [{ ticket, contactId: contact.id, type }]
    refused.push({ kind: 'ticket', ref: ticket.ref, problem: contact ? 'connectionUnknown' : 'contactUnknown' })
    return []
  })
  const chats = await chatsOf(run, whole, parts.channels)
  const rows = whole.map(({ ticket, contactId, type }) => ({
    ...stateOf(ticket),
    ref: ticket.ref,
    digest: digests.get(ticket)!,
    made: true,
    id: newId(),
    contactId,
    connection: ticket.connection,
    channel: type,
    chat: chats.get(`${contactId} ${type}`) ?? `import:${ticket.ref}`,
    queueId: ticket.queue === null ? null : (queues.get(ticket.queue)?.id ?? null),
    tags: ticket.tags.flatMap((ref) => tags.get(ref)?.id ?? []),
  }))
  const stored = new Set<string>()
  // The second time what is live beside another conversation is stored as closed.
  for (const closed of [false, true]) {
    const left = rows.filter(({ id }) => !stored.has(id))
    if (left.length === 0) break
    for (const { id } of await insertTickets(run, left, closed, parts.protocol)) stored.add(id)
  }
  const kept = rows.filter(({ id }) => stored.has(id))
  // Contacts that were erased since have none stored.
  refused.push(
    ...rows
      .filter(({ id }) => !stored.has(id))
      .map(({ ref }) => ({ kind: 'ticket' as const, ref, problem: 'contactUnknown' as const })),
  )
  await insertAround(run, kept)
  await record(run, 'ticket', kept)
  const updated = changed.map((ticket) => ({
    ...stateOf(ticket),
    ref: ticket.ref,
    digest: digests.get(ticket)!,
    id: records.get(ticket.ref)!.id,
    queueId: ticket.queue === null ? null : (queues.get(ticket.queue)?.id ?? null),
  }))
  await updateTickets(run, updated)
  await redigest(run, 'ticket', updated)
  return { made: kept.length + again, changed: changed.length, again, known, refused }
}

function stateWith(
  { status, userId, user, openedAt, startedAt, endedAt }: Given,
  users: ReadonlyMap<string, { readonly id: string }>,
) {
  const by = userId ?? (user === undefined ? undefined : users.get(user)?.id) ?? null
  // Who is only invited cannot go on with a conversation.
  const waits = status === 'open' && userId === null
  return { status: waits ? ('pending' as const) : status, userId: by, openedAt, startedAt, endedAt }
}

/** Types of those of these connections that are there. */
async function connectionsOf(
  { tx, tenantId }: ImportRun,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.execute<{ id: string; type: string }>(
    sql`select id, type from core.connection
         where tenant_id = ${tenantId} and deleted_at is null and id = any (${sql.param(ids)}::uuid[])`,
  )
  return new Map(rows.map(({ id, type }) => [id, type]))
}

/** Where contacts are reached on channels, by contact and type: as for a conversation that an agent begins. */
async function chatsOf(
  { tx, tenantId }: ImportRun,
  wanted: readonly { readonly contactId: string; readonly type: string }[],
  channels: Pick<ChannelCatalogue, 'find'>,
): Promise<ReadonlyMap<string, string>> {
  const people = [...new Set(wanted.map(({ contactId }) => contactId))]
  const identities = await tx.execute<{ contact_id: string; kind: string; value: string }>(sql`
    select contact_id, kind, value from core.contact_identity
     where tenant_id = ${tenantId} and contact_id = any (${sql.param(people)}::uuid[])
     order by created_at`)
  const of = Map.groupBy(identities, (identity) => identity.contact_id)
  const found = new Map<string, string>()
  for (const { contactId, type } of wanted) {
    const channel: ChannelType | undefined = channels.find(type)
    if (!channel) continue
    const { identityKind, reaches = identityKind } = channel.spec
    const held = of.get(contactId) ?? []
    const own = held.find(({ kind }) => kind === identityKind)
    const other = held.find(({ kind }) => kind === reaches)
    const chat = own?.value ?? (other && (channel.implementation.normalise?.(other.value) ?? other.value))
    if (chat !== undefined) found.set(`${contactId} ${type}`, chat)
  }
  return found
}

const insertTickets = (
  { tx, tenantId }: ImportRun,
  rows: readonly { readonly status: string }[],
  closed: boolean,
  protocol: string,
): Promise<readonly { id: string }[]> =>
  tx.execute<{ id: string }>(sql`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, user_id,
        queue_id, answered, created_at, updated_at, pending_since, started_at, assigned_at, closed_at)
    select g.id, ${tenantId}, core.next_protocol(${protocol}), g.status, g.contact, g.connection, g.channel, g.chat,
           case when g.status <> 'pending' then u.id end, g."queueId", true, g."openedAt", g."endedAt", g."openedAt",
           coalesce(g."startedAt", case when u.id is not null then g."openedAt" end),
           case when u.id is not null then coalesce(g."startedAt", g."openedAt") end,
           case when g.status = 'closed' then g."endedAt" end
      from (
        select g.*, coalesce(c.merged_into, c.id) as contact,
               ${closed ? sql`'closed'` : sql`g.wanted`} as status
          from jsonb_to_recordset(${json(rows.map((row) => ({ ...row, wanted: row.status })))}) g
            (id uuid, wanted text, "contactId" uuid, connection uuid, channel text, chat text, "userId" uuid,
             "queueId" uuid, "openedAt" timestamptz, "startedAt" timestamptz, "endedAt" timestamptz)
          join core.contact c on c.tenant_id = ${tenantId} and c.id = g."contactId" and c.erased_at is null) g
      left join core.user_account u on u.tenant_id = ${tenantId} and u.id = g."userId" and u.deleted_at is null
     order by g."endedAt" desc
    on conflict (tenant_id, (coalesce(origin_id, contact_id)), connection_id) where status <> 'closed' do nothing
    returning id`)

/** The log and the tags of conversations that were stored. */
async function insertAround(
  { tx, tenantId }: ImportRun,
  rows: readonly { readonly id: string; readonly tags: readonly string[] }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into core.ticket_log (id, tenant_id, ticket_id, type, user_id, queue_id, created_at)
    select uuidv7(), t.tenant_id, t.id, e.type, case when e.type = 'closed' then t.user_id end, t.queue_id, e.at
      from jsonb_to_recordset(${json(rows)}) g (id uuid)
      join core.ticket t on t.tenant_id = ${tenantId} and t.id = g.id
     cross join lateral (values ('create', t.created_at), ('closed', t.closed_at)) e (type, at)
     where e.at is not null`)
  await tx.execute(sql`
    insert into core.ticket_tag (tenant_id, ticket_id, tag_id)
    select ${tenantId}, g.id, w.value::uuid from jsonb_to_recordset(${json(rows)}) g (id uuid, tags jsonb)
     cross join lateral jsonb_array_elements_text(g.tags) w (value)
      join core.tag k on k.tenant_id = ${tenantId} and k.id = w.value::uuid on conflict do nothing`)
}

/**
 * What changed in the source, as long as nobody here went on with the conversation: it is closed then, and nothing else
 * than what was imported was said in it.
 */
async function updateTickets({ tx, tenantId }: ImportRun, rows: readonly { readonly id: string }[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update core.ticket t set queue_id = g."queueId", user_id = u.id, updated_at = g."endedAt", closed_at = g."endedAt"
      from jsonb_to_recordset(${json(rows)}) g (id uuid, "userId" uuid, "queueId" uuid, "endedAt" timestamptz)
      left join core.user_account u on u.tenant_id = ${tenantId} and u.id = g."userId" and u.deleted_at is null
     where t.tenant_id = ${tenantId} and t.id = g.id and t.status = 'closed' and t.merged_into is null
       and not exists (
         select from core.message m
          where m.tenant_id = t.tenant_id and m.ticket_id = t.id and m.external_id is not null)`)
}
