import type { TransactionSql } from 'postgres'
import { benchId, kinds, type BenchDatabase } from './cluster.ts'
import { makeCompanies } from './companies.ts'

/**
 * Companies with `ticketsPerTenant` conversations each, and one more, the last, with `bigTickets`; `messages` are
 * spread over all conversations of the small ones.
 */
export interface ListWorld {
  readonly tenants: number
  readonly ticketsPerTenant: number
  readonly bigTickets: number
  readonly messages: number
  readonly threadMessages: number
}

const firstNames = [
  'Ana',
  'Bruno',
  'Carla',
  'Diego',
  'Elisa',
  'Fábio',
  'Gabriela',
  'Hugo',
  'Isabela',
  'João',
  'Karina',
  'Lucas',
  'Mariana',
  'Nelson',
  'Olívia',
  'Paulo',
  'Renata',
  'Sérgio',
  'Tatiana',
  'Vinícius',
]
const lastNames = [
  'Almeida',
  'Barbosa',
  'Cardoso',
  'Dias',
  'Esteves',
  'Ferreira',
  'Gomes',
  'Henriques',
  'Jardim',
  'Lima',
  'Machado',
  'Nogueira',
  'Oliveira',
  'Pereira',
  'Ramos',
  'Santana',
  'Teixeira',
  'Vasconcelos',
  'Xavier',
  'Zanetti',
  'Moraes',
  'Prado',
  'Queiroz',
]

export const bigTenant = (world: ListWorld): number => world.tenants + 1
/** The conversation with `threadMessages`, of company 1. */
export const longThread = benchId('ticket', 1, 1)

/**
 * Fills a database by statements over sets. Messages are stored in the order of their time over all companies, as they
 * would have come, so that what one page needs lies scattered. Indexes that this order would make slow are made after
 * it. `more` adds to them before the indexes are made.
 */
export async function makeLists(
  database: BenchDatabase,
  world: ListWorld,
  more?: (sql: TransactionSql) => Promise<void>,
): Promise<void> {
  const { owner } = database
  const { tenant, user, contact, ticket, connection } = kinds
  const { tenants, ticketsPerTenant, bigTickets, messages, threadMessages } = world
  await makeCompanies(database, { tenants: tenants + 1, usersPerTenant: 2 })
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`set local maintenance_work_mem = '256MB'`
    const indexes = await sql<{ name: string; definition: string }[]>`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
       where i.indrelid in ('core.contact'::regclass, 'core.ticket'::regclass, 'core.message'::regclass)
         and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`
    for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
    await sql`
      create temporary table place on commit drop as
      select t, n
        from generate_series(1, ${tenants}::integer) t, generate_series(1, ${ticketsPerTenant}::integer) n
      union all
      select ${tenants + 1}::integer, n
        from generate_series(1, ${bigTickets}::integer) n`
    await sql`
      insert into core.contact (id, tenant_id, name, number, attributes)
      select bench.id(${contact}, t, n), bench.id(${tenant}, t, 0),
             (${firstNames}::text[])[1 + n % ${firstNames.length}] || ' '
               || (${lastNames}::text[])[1 + n / 7 % ${lastNames.length}] || ' ' || n,
             '55119' || lpad((n * 7919 % 100000000)::text, 8, '0'),
             case when n % 2 = 0
                  then jsonb_build_object('plano', (array['ouro', 'prata', 'bronze'])[1 + n % 3], 'vidas', n % 1000,
                         'contrato', 'c' || n)
                  else '{}' end
        from place`
    // One in ten is being attended to, one in ten waits, the others are done.
    await sql`
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, user_id,
        unread, last_message, last_message_at, created_at, updated_at, closed_at)
      select bench.id(${ticket}, t, n), bench.id(${tenant}, t, 0), t || '-' || n, state, bench.id(${contact}, t, n),
             bench.id(${connection}, t, 0), 'hook', 'c' || n,
             case when state = 'open' then bench.id(${user}, t, 1 + n % 2) end,
             n % 3, 'Bom dia, ainda não recebi o pedido', at, at - interval '1 day', at,
             case when state = 'closed' then at end
        from (select t, n, case n % 10 when 0 then 'open' when 1 then 'pending' else 'closed' end as state,
                     now() - make_interval(secs => (n * 7919 % 1000003) * 7) as at
                from place) p`
    await sql`
      insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body, parts,
        status, sent_at)
      select uuidv7(), bench.id(${tenant}, t, 0), bench.id(${ticket}, t, n), bench.id(${contact}, t, n),
             bench.id(${connection}, t, 0), 'e' || m, m % 2 = 0, 'Mensagem ' || m || ' sobre o pedido e a entrega',
             '[{"kind":"text","text":"Mensagem sobre o pedido e a entrega","format":"plain"}]', 'read',
             now() - make_interval(secs => (${messages}::integer - m) / 4.0)
        from (select m, 1 + m % ${tenants}::integer as t,
                     1 + m / ${tenants}::integer % ${ticketsPerTenant}::integer as n
                from generate_series(1, ${messages}::integer) m) spread`
    await sql`
      insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body, parts,
        status, sent_at)
      select uuidv7(), bench.id(${tenant}, 1, 0), bench.id(${ticket}, 1, 1), bench.id(${contact}, 1, 1),
             bench.id(${connection}, 1, 0), 'long' || m, m % 2 = 0, 'Mensagem ' || m,
             '[{"kind":"text","text":"Mensagem","format":"plain"}]', 'read',
             now() - make_interval(secs => ${threadMessages}::integer - m)
        from generate_series(1, ${threadMessages}::integer) m`
    await more?.(sql)
    for (const { definition } of indexes) await sql.unsafe(definition)
  })
  await owner`vacuum analyze`
}
