import type { ConnectionId, ContactFootprint, ContactId, ExternalChatId, PrivacyCounts } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'

/** A contact with everybody who was merged into it, and by what they are known. */
export interface Person {
  readonly id: ContactId
  readonly name: string
  readonly footprint: ContactFootprint
  /**
   * Words that identify the person in other data: ids, numbers, addresses, chats. Too short ones are left out, because
   * they are parts of other words.
   */
  readonly words: readonly string[]
}

const shortestWord = 5

/** The current person of a contact; undefined for none, or for an erased one. */
export async function findPerson(tx: Tx, tenantId: string, contactId: string): Promise<Person | undefined> {
  const [found] = await tx.execute<{
    id: ContactId
    name: string
    contacts: ContactId[]
    own: string[]
    identities: ContactFootprint['identities']
    chats: { connection: ConnectionId; chat: ExternalChatId }[]
  }>(sql`
    with recursive those as (
      select c.id, c.number, c.email, c.document
        from core.contact c
       where c.tenant_id = ${tenantId}
         and c.id = core.surviving_contact(${tenantId}, ${contactId})
         and c.erased_at is null
      union select c.id, c.number, c.email, c.document
        from core.contact c
        join those t on c.tenant_id = ${tenantId} and c.merged_into = t.id)
    select s.id, s.name, (select jsonb_agg(t.id) from those t) as contacts,
           coalesce((select jsonb_agg(w.word)
                       from those t
                       cross join unnest(array[t.number, t.email, t.document]) w (word)
                      where w.word is not null),
                    '[]') as own,
           coalesce((select jsonb_agg(distinct jsonb_build_object('kind', i.kind, 'value', i.value))
                       from core.contact_identity i
                       join those t on i.tenant_id = ${tenantId} and i.contact_id = t.id),
                    '[]') as identities,
           coalesce((select jsonb_agg(distinct jsonb_build_object('connection', k.connection_id, 'chat', k.chat))
                       from core.ticket k
                       join those t on k.tenant_id = ${tenantId} and k.contact_id = t.id),
                    '[]') as chats
      from core.contact s
     where s.tenant_id = ${tenantId}
       and s.id = core.surviving_contact(${tenantId}, ${contactId})
       and s.erased_at is null`)
  if (!found) return undefined
  const { id, name, contacts, own, identities, chats } = found
  const words = [
    ...new Set([...contacts, ...own, ...identities.map(({ value }) => value), ...chats.map(({ chat }) => chat)]),
  ].filter((word) => word.length >= shortestWord)
  return { id, name, footprint: { contacts, identities, chats }, words }
}

/** Counts of a person's data. */
export async function countHoldings(tx: Tx, tenantId: string, contacts: readonly string[]): Promise<PrivacyCounts> {
  const theirs = sql`${sql.param([...contacts])}::uuid[]`
  const [counts] = await tx.execute<PrivacyCounts & Record<string, unknown>>(sql`
    with tickets as materialized (
      select id from core.ticket where tenant_id = ${tenantId} and contact_id = any (${theirs})),
         messages as materialized (
           select m.parts
             from core.message m
            where m.tenant_id = ${tenantId} and m.ticket_id in (select id from tickets))
    select (select count(*) from tickets)::integer as tickets, (select count(*) from messages)::integer as messages,
           (select count(distinct f.id)
              from messages
              cross join unnest(core.media_of(messages.parts)) f (id))::integer as files,
           (select count(*)
              from core.contact_identity i
             where i.tenant_id = ${tenantId} and i.contact_id = any (${theirs}))::integer as identities,
           (select count(*)
              from core.contact_merge g
             where g.tenant_id = ${tenantId}
               and (g.from_id = any (${theirs}) or g.into_id = any (${theirs})))::integer as merges`)
  return counts!
}
