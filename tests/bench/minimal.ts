import { benchId, kinds, type BenchDatabase } from './cluster.ts'
import type { Statement } from './pgbench.ts'
import { text } from './webhooks.ts'

/**
 * The limit of taking messages in: what a message cannot do without (its row, its ticket's, its event's), written by
 * one prepared statement into tables of the same kind. This file is frozen: it does not follow the product, so that a
 * product that becomes slower shows, and one that becomes quicker too
 * (docs/decisions/111-freeze-the-limit-of-intake.md). Whoever changes it makes all earlier figures incomparable.
 */

/** Tables, functions and indexes as the product had them in November 2026; no references, triggers or policies. */
const schema = `
create schema minimal;
create text search configuration minimal.plain_words (copy = pg_catalog.simple);
alter text search configuration minimal.plain_words
  alter mapping for word, hword, hword_part with public.unaccent, pg_catalog.simple;
create function minimal.microseconds() returns bigint language sql volatile
  return (extract(epoch from pg_catalog.clock_timestamp()) * 1000000)::bigint;
create function minimal.message_week(p_at timestamptz) returns integer language sql immutable parallel safe
  return ((p_at at time zone 'UTC')::date - date '1900-01-01') / 7;
create function minimal.message_places(p_tenant uuid, p_at timestamptz) returns bytea[]
  language sql immutable parallel safe
  return array[pg_catalog.uuid_send(p_tenant),
    pg_catalog.uuid_send(p_tenant) || pg_catalog.int4send(minimal.message_week(p_at))];
create function minimal.message_words(p_text text) returns tsvector language sql immutable parallel safe
  return pg_catalog.to_tsvector('minimal.plain_words'::pg_catalog.regconfig,
    pg_catalog.translate(pg_catalog.left(p_text, 8000), '-_/\\.,:@+#=&', '            '));
create function minimal.media_of(p_parts jsonb) returns uuid[]
  language sql immutable parallel safe set search_path = '' as $$
    select array(
      select (m #>> '{}')::uuid from (
        select jsonb_path_query(p_parts, '$[*].media') as m
        union all select jsonb_path_query(p_parts, '$[*].inline[*]')
        union all select jsonb_path_query(p_parts, '$[*].header')) held)
  $$;

create table minimal.ticket (
  id uuid not null,
  tenant_id uuid not null,
  protocol text not null,
  status text not null check (status in ('open', 'pending', 'closed', 'group')),
  contact_id uuid not null,
  connection_id uuid not null,
  channel text not null,
  chat text not null,
  user_id uuid,
  queue_id uuid,
  unread integer not null default 0,
  answered boolean not null default false,
  is_group boolean not null default false,
  last_message text not null default '',
  last_message_from_me boolean not null default false,
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  closed_at timestamptz,
  origin_id uuid,
  assigned_at timestamptz,
  idle_since timestamptz generated always as (case when snoozed_at is null then
    greatest(coalesce(last_message_at, created_at), started_at, assigned_at, woken_at) end) stored,
  priority smallint not null default 3 check (priority between 1 and 4),
  snoozed_at timestamptz,
  snoozed_until timestamptz,
  woken_at timestamptz,
  merged_into uuid,
  attributes jsonb not null default '{}',
  bot text,
  kanban_column text check (char_length(kanban_column) between 1 and 100),
  audio_transcription boolean,
  translation_enabled boolean not null default false,
  client_language text check (char_length(client_language) between 2 and 20),
  agent_language text check (char_length(agent_language) between 2 and 20),
  pending_since timestamptz not null default now(),
  last_content jsonb,
  constraint ticket_snooze
    check ((snoozed_at is null or status = 'open') and (snoozed_until is null or snoozed_at is not null)),
  constraint ticket_merged check (merged_into is null or status = 'closed')
);
create table minimal.message (
  id uuid not null,
  tenant_id uuid not null,
  ticket_id uuid not null,
  contact_id uuid not null,
  connection_id uuid not null,
  position bigint not null default minimal.microseconds(),
  external_id text,
  from_me boolean not null,
  user_id uuid,
  body text not null,
  parts jsonb not null,
  status text not null,
  failure jsonb,
  send_type text not null default 'chat',
  reply_to_id uuid,
  id_front text,
  is_read boolean not null default false,
  edited_at timestamptz,
  deleted_at timestamptz,
  reactions jsonb not null default '{}',
  sent_at timestamptz not null,
  created_at timestamptz not null default now(),
  sender_name text,
  act jsonb,
  further_ids text[],
  origin_ticket_id uuid
);
create table minimal.outbox (
  id bigint generated always as identity primary key,
  event_id uuid not null default uuidv7(),
  tenant_id uuid not null,
  name text not null,
  key text not null,
  data jsonb not null default '{}',
  at timestamptz not null default clock_timestamp()
);`

/** Made after the rows. */
const indexes = `
set local maintenance_work_mem = '256MB';
create index ticket_list on minimal.ticket (tenant_id, status, updated_at, id);
create index ticket_active on minimal.ticket (tenant_id, updated_at, id) where status <> 'closed';
create index ticket_mine on minimal.ticket (tenant_id, user_id, updated_at, id) where status <> 'closed';
create index ticket_contact on minimal.ticket (tenant_id, contact_id, updated_at);
create index ticket_protocol on minimal.ticket (tenant_id, protocol);
create index ticket_chat on minimal.ticket (tenant_id, connection_id, chat);
create unique index ticket_live on minimal.ticket (tenant_id, (coalesce(origin_id, contact_id)), connection_id)
  where status <> 'closed';
create index ticket_connection on minimal.ticket (tenant_id, connection_id, id);
create index ticket_idle on minimal.ticket (tenant_id, queue_id, status, answered, idle_since)
  where status in ('open', 'pending');
create index ticket_priority
  on minimal.ticket (tenant_id, priority, answered, (coalesce(last_message_at, created_at)), id)
  where status <> 'closed';
create index ticket_count on minimal.ticket (tenant_id, status, queue_id, user_id) include (unread)
  where status <> 'closed' and snoozed_at is null;
create index ticket_snoozed on minimal.ticket (tenant_id, updated_at, id) where snoozed_at is not null;
create index ticket_snoozed_until on minimal.ticket (snoozed_until, id) where snoozed_until is not null;
create index ticket_merged_into on minimal.ticket (tenant_id, merged_into) where merged_into is not null;
create index ticket_bot on minimal.ticket (tenant_id, updated_at, id) where bot is not null and status <> 'closed';
create index ticket_attributes on minimal.ticket using gin (tenant_id, attributes) where attributes <> '{}';
create index ticket_said on minimal.ticket (tenant_id, answered, last_message_at, id)
  where status in ('open', 'pending');
create index ticket_closed on minimal.ticket (tenant_id, closed_at, id)
  where status = 'closed' and merged_into is null;
create index ticket_waiting on minimal.ticket (tenant_id, queue_id, pending_since)
  where status = 'pending' and user_id is null;
alter table minimal.ticket add primary key (tenant_id, id);
create unique index message_external on minimal.message (tenant_id, connection_id, external_id)
  where external_id is not null;
create index message_thread on minimal.message (tenant_id, ticket_id, sent_at, id);
create index message_position on minimal.message (tenant_id, ticket_id, position);
create unique index message_front on minimal.message (tenant_id, ticket_id, user_id, id_front)
  nulls not distinct where id_front is not null;
create index message_media on minimal.message using gin (minimal.media_of(parts))
  where jsonb_path_exists(parts, '$[*] ? (exists (@.media) || exists (@.header))');
create index message_words on minimal.message
  using gin (minimal.message_places(tenant_id, sent_at), minimal.message_words(body))
  where deleted_at is null and body <> '';
alter table minimal.message add primary key (tenant_id, id);`

const { contact, ticket } = kinds
const tenant = `'${benchId('tenant', 1)}'::uuid`
const connection = `'${benchId('connection', 1)}'::uuid`
const parts = JSON.stringify([{ kind: 'text', text, format: 'plain' }])

/** As many rows as a large company has, of which the first `live` tickets are not closed. */
export async function makeMinimal(
  { owner }: BenchDatabase,
  { tickets, live, messages }: { readonly tickets: number; readonly live: number; readonly messages: number },
): Promise<void> {
  await owner.unsafe(schema)
  await owner.unsafe(`
    insert into minimal.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, user_id,
        last_message, last_message_at, created_at, updated_at, closed_at)
      select bench.id(${ticket}, 1, n), ${tenant}, '1-' || n, state, bench.id(${contact}, 1, n), ${connection}, 'hook',
             'c' || n, case when state = 'open' then bench.id(${kinds.user}, 1, 1 + n % 10) end,
             'Bom dia, ainda não recebi o pedido', at, at - interval '1 day', at, case when state = 'closed' then at end
        from (select n, case when n > ${live} then 'closed' when n % 2 = 0 then 'open' else 'pending' end as state,
                     now() - make_interval(secs => n * 7919::bigint % 10007 * 60) as at
                from generate_series(1, ${tickets}) n) made;
    insert into minimal.message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body, parts,
        status, sent_at)
      select uuidv7(), ${tenant}, bench.id(${ticket}, 1, n), bench.id(${contact}, 1, n), ${connection}, 'e' || m,
             m % 2 = 0, 'Mensagem ' || m || ' sobre o pedido e a entrega',
             '[{"kind":"text","text":"Mensagem sobre o pedido e a entrega","format":"plain"}]', 'read',
             now() - make_interval(secs => (${messages} - m) * 30.0)
        from (select m, (1 + m * 7919::bigint % ${tickets})::integer as n
                from generate_series(1, ${messages}) m) spread`)
  await owner.unsafe(indexes)
  await owner`vacuum analyze minimal.ticket, minimal.message`
}

/** A message of somebody whose ticket lives. */
export const minimalStatement = (live: number): Statement => ({
  numbers: { n: live },
  sql: `with stored as (
      insert into minimal.message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body,
          parts, status, sent_at)
        values (uuidv7(), ${tenant}, bench.id(${ticket}, 1, :n::integer), bench.id(${contact}, 1, :n::integer),
          ${connection}, gen_random_uuid()::text, false, '${text}', '${parts}', 'received', now())
        returning id
    ), bumped as (
      update minimal.ticket set unread = unread + 1, last_message = '${text}', last_content = null,
          last_message_from_me = false, answered = false, last_message_at = now(), updated_at = clock_timestamp()
        where tenant_id = ${tenant} and id = bench.id(${ticket}, 1, :n::integer)
    )
    insert into minimal.outbox (event_id, tenant_id, name, key, data)
      select gen_random_uuid(), ${tenant}, 'message.received.v1', bench.id(${ticket}, 1, :n::integer)::text,
             jsonb_build_object('ticketId', bench.id(${ticket}, 1, :n::integer), 'contactId',
               bench.id(${contact}, 1, :n::integer), 'connectionId', ${connection}, 'messageId', id,
               'firstOfTicket', false)
        from stored`,
})
