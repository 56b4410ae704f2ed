import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { kinds, repository, type BenchDatabase } from './cluster.ts'
import { credentials, makeCompanies } from './companies.ts'

/** The product as companies have it: a large one, the first, beside many small ones, all with every plugin. */
export interface World {
  readonly tickets: number
  readonly messages: number
  readonly smallCompanies: number
  /** Over how many days the large company's are spread; without it a week of tickets, and a message each 30 s. */
  readonly days?: number
}

/** Users of the large company. */
export const staff = 200
/** One of five tickets of the large company is not closed; its contact is `c<number of the ticket>`. */
export const liveTickets = ({ tickets }: World): number => tickets / 5
/** A contact of the large company has two and a half tickets. */
const contactsOf = ({ tickets }: World): number => (tickets * 2) / 5
/** Of each small company. */
const small = { contacts: 20, messagesPerTicket: 5 }

/** Fills a database by statements over sets; indexes that this order of rows would make slow are made after it. */
export async function makeWorld(database: BenchDatabase, world: World): Promise<void> {
  const { owner } = database
  const { tenant, user, session, contact, ticket, connection } = kinds
  const [live, contacts] = [liveTickets(world), contactsOf(world)]
  const { days } = world
  const ticketSeconds = days === undefined ? 60 : (days * 86_400) / 10_007
  const messageSeconds = days === undefined ? 30 : (days * 86_400) / world.messages
  await makeCompanies(database, { tenants: 1 + world.smallCompanies, usersPerTenant: 1 })
  await owner.begin(async (sql) => {
    await sql`insert into core.plugin_enablement (tenant_id, plugin, enabled)
      select t.id, plugin, true from core.tenant t, unnest(${readdirSync(join(repository, 'plugins'))}::text[]) plugin`
    await sql`
      insert into core.user_account (id, tenant_id, name, email, password_hash, profile)
      select bench.id(${user}, 1, u), bench.id(${tenant}, 1, 0), 'Atendente ' || u, 'u' || u || '@e1.test', '!', 'user'
        from generate_series(2, ${staff}::integer) u`
    await sql`
      insert into core.session (id, tenant_id, user_id, refresh_hash, expires_at)
      select bench.id(${session}, 1, u), bench.id(${tenant}, 1, 0), bench.id(${user}, 1, u), '\\x00',
             now() + interval '1 day'
        from generate_series(2, ${staff}::integer) u`
    // From here on nothing is written that a trigger would have to follow.
    await sql`set local session_replication_role = replica`
    await sql`set local maintenance_work_mem = '256MB'`
    const indexes = await sql<{ name: string; definition: string }[]>`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
       where i.indrelid in ('core.contact'::regclass, 'core.ticket'::regclass, 'core.message'::regclass)
         and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`
    for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
    await sql`
      create temporary table person on commit drop as
      select 1 as t, n from generate_series(1, ${contacts}::integer) n
      union all
      select t, n
        from generate_series(2, ${1 + world.smallCompanies}::integer) t,
             generate_series(1, ${small.contacts}::integer) n`
    await sql`
      insert into core.contact (id, tenant_id, name)
      select bench.id(${contact}, t, n), bench.id(${tenant}, t, 0), 'Cliente c' || n
        from person`
    await sql`
      insert into core.contact_identity (tenant_id, kind, value, contact_id)
      select bench.id(${tenant}, t, 0), 'hook', 'c' || n, bench.id(${contact}, t, n)
        from person`
    await sql`
      create temporary table conversation on commit drop as
      select 1 as t, n, case when n <= ${live}::integer then n else 1 + n % ${contacts}::integer end as c,
             case when n > ${live}::integer then 'closed' when n % 2 = 0 then 'open' else 'pending' end as state,
             now() - make_interval(secs => n * 7919::bigint % 10007 * ${ticketSeconds}::float8) as at
        from generate_series(1, ${world.tickets}::integer) n
      union all
      select t, n, n, 'pending', now() - make_interval(secs => (n * 7919 + t * 13) % 10007 * 60)
        from person
       where t > 1`
    await sql`
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, user_id,
        last_message, last_message_at, created_at, updated_at, closed_at)
      select bench.id(${ticket}, t, n), bench.id(${tenant}, t, 0), t || '-' || n, state, bench.id(${contact}, t, c),
             bench.id(${connection}, t, 0), 'hook', 'c' || c,
             case when state = 'open' then bench.id(${user}, t, 1 + n % 10) end,
             'Bom dia, ainda não recebi o pedido', at, at - interval '1 day', at, case when state = 'closed' then at end
        from conversation`
    // In the order of their time over all companies, as they would have come.
    await sql`
      insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body, parts,
        status, sent_at)
      select uuidv7(), bench.id(${tenant}, t, 0), bench.id(${ticket}, t, n), bench.id(${contact}, t, c),
             bench.id(${connection}, t, 0), 'e' || t || '-' || m, m % 2 = 0,
             'Mensagem ' || m || ' sobre o pedido e a entrega',
             '[{"kind":"text","text":"Mensagem sobre o pedido e a entrega","format":"plain"}]', 'read', said
        from (
          select 1 as t, m, (1 + m * 7919::bigint % ${world.tickets}::integer)::integer as n,
                 now() - make_interval(secs => (${world.messages}::integer - m) * ${messageSeconds}::float8) as said
            from generate_series(1, ${world.messages}::integer) m
          union all select t, n * 100 + m, n, now() - make_interval(secs => (t * 7 + m * 7919) % 1000003 * 6.0)
            from person, generate_series(1, ${small.messagesPerTicket}::integer) m where t > 1) message
        join conversation using (t, n) order by said`
    for (const { definition } of indexes) await sql.unsafe(definition)
  })
  await owner`vacuum analyze`
}

const says = (...words: string[]): object => ({ plugin: 'automations', name: 'text', input: { words } })
const becomes = (priority: string): object => ({ plugin: 'automations', name: 'priority', input: { priority } })

/**
 * What the administrator of the large company has automated. Every message is looked at; no message of the load has
 * these words.
 */
const rules = [
  {
    name: 'Quem quer cancelar é atendido primeiro',
    trigger: { kind: 'event', event: 'received' },
    conditions: [says('cancelar', 'cancelamento')],
    actions: [becomes('urgent')],
  },
  {
    name: 'Quem tem pressa é atendido logo',
    trigger: { kind: 'event', event: 'received' },
    conditions: [says('urgente', 'com urgência')],
    actions: [becomes('high')],
  },
]

/** Makes the rules as their administrator does. */
export async function makeRules(port: number): Promise<void> {
  const { token, sessionid } = await credentials(1, 1)
  for (const rule of rules) {
    const answer = await request(`http://127.0.0.1:${port}/p/automations/rules`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, sessionid, 'content-type': 'application/json' },
      body: JSON.stringify(rule),
    })
    const said = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`a rule was answered with ${answer.statusCode} ${said}`)
  }
}

/** Seats of users of the large company; the first is its administrator. */
export const seatsOfLarge = (agents: number): { readonly tenant: number; readonly user: number }[] =>
  Array.from({ length: agents }, (_, index) => ({ tenant: 1, user: 1 + index }))
