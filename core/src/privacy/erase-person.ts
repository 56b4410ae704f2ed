import {
  TicketClosed,
  TicketUpdated,
  type TicketFacts,
  type TicketStatus,
  type UserId,
  type QueueId,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { ErasedAddresses } from '../contacts/erased-addresses.ts'
import { findPerson, type Person } from './person.ts'
import { factsOf } from '../tickets/ticket-lock.ts'

/** Messages erased in one transaction: their rows are not held for long. */
export const messagesAtOnce = 500

export interface ErasureScope {
  readonly tenantId: string
  readonly requestId: string
}

/**
 * Erases messages of somebody, newest conversations or not, with everything that hangs on them: deliveries, so that
 * what was not sent never is, and files that were to be fetched. Their stored files are noted down. Answers how many
 * went.
 */
export async function eraseMessages(
  tx: Tx,
  { tenantId, requestId }: ErasureScope,
  contacts: readonly string[],
  limit?: number,
): Promise<number> {
  const [gone] = await tx.execute<{ count: number }>(sql`
    with gone as (
      delete from core.message where tenant_id = ${tenantId} and id in (
        select m.id from core.message m where m.tenant_id = ${tenantId}
           and m.ticket_id in (
             select t.id
               from core.ticket t
              where t.tenant_id = ${tenantId} and t.contact_id = any (${sql.param([...contacts])}::uuid[]))
         ${limit === undefined ? sql`` : sql`limit ${limit}`})
      returning connection_id, external_id, further_ids, poll_id, parts
    ), files as (
      insert into core.erased_media (tenant_id, request_id, media_id)
      select distinct ${tenantId}::uuid, ${requestId}::uuid, f.id
        from gone
        cross join unnest(core.media_of(gone.parts)) f (id)
      on conflict do nothing
    ), waiting as (
      delete from core.scheduled_message s using core.ticket t
       where s.tenant_id = ${tenantId}
         and t.tenant_id = s.tenant_id
         and t.id = s.ticket_id
         and t.contact_id = any (${sql.param([...contacts])}::uuid[])
      returning s.messages
    ), waiting_files as (
      insert into core.erased_media (tenant_id, request_id, media_id)
      select distinct ${tenantId}::uuid, ${requestId}::uuid, f.id
        from waiting w
        cross join unnest(core.media_of(jsonb_path_query_array(w.messages, '$[*][*]'))) f (id)
      on conflict do nothing
    ), drafts as (
      delete from core.draft d using core.ticket t
       where d.tenant_id = ${tenantId}
         and t.tenant_id = d.tenant_id
         and t.id = d.ticket_id
         and t.contact_id = any (${sql.param([...contacts])}::uuid[])
      returning d.uploads
    ), draft_files as (
      insert into core.erased_media (tenant_id, request_id, media_id)
      select distinct ${tenantId}::uuid, ${requestId}::uuid, f.id
        from drafts d
        cross join unnest(d.uploads) f (id)
      on conflict do nothing
    ), early as (
      delete from core.early_event e using gone
       where e.tenant_id = ${tenantId}
         and e.connection_id = gone.connection_id
         and (e.external_id = gone.external_id or e.external_id = any (gone.further_ids)
           or e.external_id = 'poll:' || gone.poll_id)
    )
    select count(*)::integer as count from gone`)
  return gone!.count
}

/** Facts to be announced once the erasure is committed. */
export interface Erased {
  readonly person: Person
  readonly tickets: readonly { readonly id: string; readonly before: TicketFacts }[]
  readonly eventNames: readonly string[]
}

/** In every language of the product, for lists of tickets. */
const shellName = sql`
  case (select locale from core.tenant where id = core.current_tenant())
       when 'en' then 'Erased contact'
       when 'es' then 'Contacto borrado'
       when 'ru' then 'Контакт удалён'
       else 'Contato apagado' end`

/**
 * The last step in core: in one transaction the person stops to exist. Tickets are closed and stay with a shell that
 * nobody can be recognised by, under an id that stands nowhere else. Locks are taken in the order of 0006, so that what
 * arrives in this moment waits, finds nobody any more and begins a new contact.
 */
export async function erasePerson(
  tx: Tx,
  scope: ErasureScope,
  contactId: string,
  deps: { readonly bus: EventBus; readonly jobs: Jobs; readonly erased: ErasedAddresses },
): Promise<Erased | undefined> {
  const { tenantId, requestId } = scope
  await tx.execute(sql`select core.lock_merges(${tenantId})`)
  const person = await findPerson(tx, tenantId, contactId)
  if (!person) return undefined
  const { footprint, words } = person
  const theirs = sql`${sql.param([...footprint.contacts])}::uuid[]`
  await tx.execute(
    sql`select 1 from core.contact where tenant_id = ${tenantId} and id = any (${theirs}) order by id for update`,
  )
  const tickets = await tx.execute<{
    id: string
    status: TicketStatus
    user_id: UserId | null
    queue_id: QueueId | null
    bot: string | null
    connection_id: string
  }>(sql`
    select id, status, user_id, queue_id, bot, connection_id
      from core.ticket
     where tenant_id = ${tenantId} and contact_id = any (${theirs})
     order by id for update`)
  await eraseMessages(tx, scope, footprint.contacts)
  // Nobody knows whose links are behind these; those of others are fetched again when somebody looks.
  await tx.execute(sql`
    with gone as (delete from core.link_preview where tenant_id = ${tenantId} returning picture)
    insert into core.erased_media (tenant_id, request_id, media_id)
    select ${tenantId}::uuid, ${requestId}::uuid, picture from gone where picture is not null on conflict do nothing`)

  const shell = newId()
  await tx.execute(
    sql`insert into core.contact (id, tenant_id, name, erased_at) values (${shell}, ${tenantId}, ${shellName}, now())`,
  )
  await tx.execute(sql`
    update core.ticket
       set contact_id = ${shell}, origin_id = null, chat = 'erased:' || id, last_message = '', last_content = null,
           attributes = '{}', unread = 0, status = 'closed', closed_at = coalesce(closed_at, now())
     where tenant_id = ${tenantId} and contact_id = any (${theirs})`)
  for (const table of [sql`core.ticket_pin`, sql`core.ticket_watch`])
    await tx.execute(sql`
      delete from ${table} m using core.ticket t
       where m.tenant_id = ${tenantId}
         and t.tenant_id = m.tenant_id
         and t.id = m.ticket_id
         and t.contact_id = ${shell}`)
  // Colleagues' notes to each other about the person; the transfer itself stays in the log.
  await tx.execute(sql`
    update core.ticket_log set note = null
     where tenant_id = ${tenantId}
       and note is not null
       and ticket_id = any (${sql.param(tickets.map((ticket) => ticket.id))}::uuid[])`)
  const closed = tickets.filter((ticket) => ticket.status !== 'closed')
  for (const ticket of closed) {
    const ref = { ticketId: ticket.id, contactId: shell, connectionId: ticket.connection_id, userId: ticket.user_id }
    await tx.execute(sql`
      insert into core.ticket_log (id, tenant_id, ticket_id, type, queue_id)
      values (${newId()}, ${tenantId}, ${ticket.id}, 'closed', ${ticket.queue_id})`)
    await deps.bus.publish(tx, TicketUpdated, {
      tenantId,
      key: ticket.id,
      data: {
        ...ref,
        status: 'closed',
        queueId: ticket.queue_id,
        before: { status: ticket.status, userId: ticket.user_id, queueId: ticket.queue_id },
      },
    })
    await deps.bus.publish(tx, TicketClosed, { tenantId, key: ticket.id, data: ref })
  }

  // The stored state of merged tickets contains their last texts; a merge of an erased contact cannot be undone.
  await tx.execute(sql`
    delete from core.ticket_merge m using core.ticket t
     where m.tenant_id = ${tenantId}
       and t.tenant_id = m.tenant_id
       and t.id in (m.from_id, m.into_id)
       and t.contact_id = ${shell}`)
  await tx.execute(sql`select core.forget_merges(${tenantId}, ${theirs})`)
  // Exports of the person are erased with them; the caller removes their files.
  await tx.execute(sql`
    update core.privacy_request
       set contact_id = ${shell}, state = case when kind = 'export' then 'expired' else state end,
           expires_at = case when kind = 'export' then now() else expires_at end
     where tenant_id = ${tenantId} and contact_id = any (${theirs}) and id <> ${requestId}`)
  await tx.execute(
    sql`update core.privacy_request set contact_id = ${shell} where tenant_id = ${tenantId} and id = ${requestId}`,
  )
  await deps.erased.remember(tx, tenantId, person.footprint)
  await tx.execute(sql`
    insert into core.erased_media (tenant_id, request_id, media_id)
    select distinct ${tenantId}::uuid, ${requestId}::uuid, substr(c.profile_pic_url, 7)::uuid
      from core.contact c
     where c.tenant_id = ${tenantId} and c.id = any (${theirs}) and c.profile_pic_url like 'media:%'
    on conflict do nothing`)
  // Identities and tags go with the rows.
  await tx.execute(
    sql`update core.contact set merged_into = null where tenant_id = ${tenantId} and merged_into = any (${theirs})`,
  )
  await tx.execute(sql`delete from core.contact where tenant_id = ${tenantId} and id = any (${theirs})`)

  await eraseTraces(
    tx,
    tenantId,
    person,
    tickets.map((ticket) => ticket.id),
  )
  await deps.jobs.discardAbout(tx, { tenantId, taskPrefix: 'plugin:', words })
  const eventNames = await deps.bus.erase(tx, { tenantId, words })
  return { person, eventNames, tickets: tickets.map((ticket) => ({ id: ticket.id, before: factsOf(ticket) })) }
}

/**
 * Places that hold no rows of the person but may repeat them: events that wait for a message, states of adapters,
 * answers kept for repeated requests.
 */
async function eraseTraces(
  tx: Tx,
  tenantId: string,
  { footprint, words }: Person,
  tickets: readonly string[],
): Promise<void> {
  const says = (text: ReturnType<typeof sql>, what: readonly string[]) =>
    sql`exists (select 1 from unnest(${sql.param([...what])}::text[]) word where position(word in ${text}) > 0)`
  const connections = sql`${sql.param([...new Set(footprint.chats.map((chat) => chat.connection))])}::uuid[]`
  // What endpoints were told, and what they answered, names people in its text alone.
  await tx.execute(sql`delete from core.webhook_delivery where tenant_id = ${tenantId} and ${says(sql`body`, words)}`)
  await tx.execute(sql`delete from core.early_event where tenant_id = ${tenantId} and ${says(sql`event::text`, words)}`)
  await tx.execute(
    sql`delete from core.connection_state where tenant_id = ${tenantId} and ${says(sql`key || value::text`, words)}`,
  )
  // Of what is sealed the names of keys can be read; those of a person name the address without its server.
  const addresses = words.map((word) => word.replace(/^\+/, '').replace(/@.*$/, '')).filter((word) => word.length >= 8)
  await tx.execute(
    sql`delete from core.connection_sealed where tenant_id = ${tenantId} and ${says(sql`key`, addresses)}`,
  )
  // Of a connection that is gone nothing is remembered any more.
  await tx.execute(sql`
    delete from core.connection_state s using core.connection k
     where s.tenant_id = ${tenantId}
       and k.tenant_id = s.tenant_id
       and k.id = s.connection_id
       and k.id = any (${connections})
       and k.deleted_at is not null`)
  await tx.execute(sql`
    update core.connection_task set cursor = null, error = null
     where tenant_id = ${tenantId}
       and state <> 'running'
       and ${says(sql`coalesce(cursor, '') || coalesce(error, '')`, words)}`)
  // In a table of contacts a number is written as people write it: compared by its digits, with or without the country.
  await tx.execute(sql`
    delete from core.contact_import_row r
     where r.tenant_id = ${tenantId} and exists (
       select 1
         from jsonb_array_elements_text(r.cells) c (cell)
         cross join unnest(${sql.param([...words])}::text[]) word
        where position(lower(word) in lower(cell)) > 0
           or (word ~ '^[+]?[0-9]{8,15}$'
               and length(regexp_replace(cell, '[^0-9]', '', 'g')) >= 8
               and word like '%' || regexp_replace(cell, '[^0-9]', '', 'g')))`)
  await tx.execute(sql`
    delete from core.idempotency
     where tenant_id = ${tenantId} and answer is not null and ${says(sql`answer::text`, [...words, ...tickets])}`)
}
