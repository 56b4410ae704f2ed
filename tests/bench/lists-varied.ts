import type { TransactionSql } from 'postgres'
import { benchId, kinds, type BenchDatabase } from './cluster.ts'

/** Users of the company of {@link makeVaried}: the first is its administrator, the last has few tickets. */
export const variedUsers = 10
/**
 * Queues of that company: three hold most tickets; 5 one in a hundred, 6 one in a thousand, and 7 only old ones, behind
 * everything that is new.
 */
export const variedQueue = (n: number): string => benchId('queue', 0xfff, n)
/** Queues that user 2 works in. */
const queuesOfUser2 = [4, 6]

/**
 * A company whose tickets differ in everything that a list is narrowed by, with values that most have, few have, and
 * only old ones have. Of ten tickets one is open, one waits, and eight are done. Nothing that is done is unread.
 */
export async function makeVaried(
  sql: TransactionSql,
  { tenant: company, tickets, messages }: { tenant: number; tickets: number; messages: number },
): Promise<void> {
  const { user, contact, ticket, connection, queue } = kinds
  const place = benchId('tenant', company)
  await sql`
    insert into core.queue (id, tenant_id, name)
    select bench.id(${queue}, 4095, q), ${place}, 'Fila ' || q
      from generate_series(1, 7) q`
  await sql`
    insert into core.contact (id, tenant_id, name, number, attributes)
    select bench.id(${contact}, ${company}, n), ${place},
           (array['Ana', 'Bruno', 'Carla', 'Diego', 'Elisa', 'Mariana', 'João', 'Vinícius'])[1 + n % 8] || ' '
             || (array['Almeida', 'Barbosa', 'Silva', 'Gomes', 'Teixeira'])[1 + n / 7 % 5] || ' ' || n,
           '55119' || lpad((n * 7919::bigint % 100000000)::text, 8, '0'),
           case when n % 2 = 0
                then jsonb_build_object('plano', (array['ouro', 'prata', 'bronze'])[1 + n % 3], 'contrato', 'c' || n)
                else '{}' end
      from generate_series(1, ${tickets}::integer) n`
  await sql`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, user_id,
      queue_id, bot, is_group, unread, answered, priority, attributes, last_message, last_message_at, created_at,
      updated_at, closed_at, snoozed_at, snoozed_until)
    select bench.id(${ticket}, ${company}, n), ${place}, 'v-' || n, state, bench.id(${contact}, ${company}, n),
           bench.id(${connection}, ${company}, 0), 'hook', 'c' || n,
           case when state in ('open', 'closed')
                then bench.id(${user}, ${company}, case when k % 2000 = 9 then ${variedUsers}::integer
                                                        else 1 + k % 9 end) end,
           case when old and k % 1000 < 20 then bench.id(${queue}, 4095, 7)
                when k % 1000 = 20 then bench.id(${queue}, 4095, 6)
                when k % 1000 < 31 then bench.id(${queue}, 4095, 5)
                when k % 1000 < 331 then bench.id(${queue}, 4095, 1)
                when k % 1000 < 631 then bench.id(${queue}, 4095, 2)
                when k % 1000 < 831 then bench.id(${queue}, 4095, 3)
                when k % 1000 < 931 then bench.id(${queue}, 4095, 4) end,
           case when state = 'pending' and k % 200 = 13 then 'bot' end, state = 'group',
           case when state = 'pending' then 1 + k % 3 when state = 'open' and k % 2000 = 5 then 2 else 0 end, k % 3 = 0,
           case when k % 5000 = 7 then 1 when k % 500 = 8 then 2 when k % 10 = 9 then 4 else 3 end,
           case when k % 20 = 3
                then jsonb_build_object('motivo', (array['troca', 'dúvida', 'entrega'])[1 + k % 3],
                       'valor', k % 1000, 'pedido', 'p' || n)
                else '{}' end,
           'Bom dia, ainda não recebi o pedido', at, at - interval '1 day', at, case when state = 'closed' then at end,
           case when state = 'open' and k % 300 = 11 then at end,
           case when state = 'open' and k % 600 = 11 then now() + interval '3 days' end
      from (select n, n / 10 as k, n * 7919::bigint % 1000003 > 700000 as old,
                   case when n % 1000 = 5 then 'group'
                        when n % 10 = 0 then 'open'
                        when n % 10 = 1 then 'pending'
                        else 'closed' end as state,
                   now() - make_interval(secs => (n * 7919::bigint % 1000003) * 7) as at
              from generate_series(1, ${tickets}::integer) n) t`
  await sql`
    insert into core.ticket_watch (tenant_id, user_id, ticket_id)
    select ${place}, bench.id(${user}, ${company}, u), bench.id(${ticket}, ${company}, u * 1000 + 10 * n)
      from generate_series(1, 2) u, generate_series(1, 30) n`
  await sql`
    insert into core.ticket_pin (tenant_id, user_id, ticket_id)
    select ${place}, bench.id(${user}, ${company}, 1), bench.id(${ticket}, ${company}, 5000 + 10 * n)
      from generate_series(1, 3) n`
  await sql`
    insert into core.tag (id, tenant_id, name)
    select bench.id(${queue}, 4094, g), ${place}, 'Etiqueta ' || g
      from generate_series(1, 5) g`
  await sql`
    insert into core.ticket_tag (tenant_id, ticket_id, tag_id)
    select ${place}, bench.id(${ticket}, ${company}, n), bench.id(${queue}, 4094, 1 + n % 5)
      from generate_series(1, ${tickets}::integer, 7) n`
  await sql`
    insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body, parts,
      status, sent_at)
    select uuidv7(), ${place}, bench.id(${ticket}, ${company}, n), bench.id(${contact}, ${company}, n),
           bench.id(${connection}, ${company}, 0), 'v' || m, m % 2 = 0,
           'Mensagem ' || m || ' sobre o pedido e a entrega',
           '[{"kind":"text","text":"Mensagem sobre o pedido e a entrega","format":"plain"}]', 'read',
           now() - make_interval(secs => (${messages}::integer - m) * 2)
      from (select m, 1 + m % ${tickets}::integer as n from generate_series(1, ${messages}::integer) m) spread`
}

/** The users of that company and their sessions, which triggers have to see. */
export async function makeVariedUsers({ owner: sql }: BenchDatabase, company: number): Promise<void> {
  const { user, session, queue } = kinds
  const place = benchId('tenant', company)
  await sql`
    insert into core.user_account (id, tenant_id, name, email, password_hash, profile)
    select bench.id(${user}, ${company}, u), ${place}, 'Atendente ' || u, 'u' || u || '@varied.test', '!', 'user'
      from generate_series(3, ${variedUsers}::integer) u`
  await sql`
    insert into core.session (id, tenant_id, user_id, refresh_hash, expires_at)
    select bench.id(${session}, ${company}, u), ${place}, bench.id(${user}, ${company}, u), '\\x00',
           now() + interval '1 day'
      from generate_series(3, ${variedUsers}::integer) u`
  await sql`
    insert into core.user_queue (tenant_id, user_id, queue_id)
    select ${place}, bench.id(${user}, ${company}, u), bench.id(${queue}, 4095, q)
      from generate_series(2, ${variedUsers}::integer) u, generate_series(1, 7) q
     where u > 2 or q = any (${queuesOfUser2}::integer[])`
}
