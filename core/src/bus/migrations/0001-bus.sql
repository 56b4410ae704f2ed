-- The event bus: outbox → log → consumers. Platform tables: tenant_id is data, not an owner's boundary, because one relay
-- and one consumer serve all tenants. See docs/decisions and bus.ts for what the bus promises.
create schema bus;

-- Written in the transaction that causes the event, while the row that the key names is locked: then the order of ids is
-- the order of commits within a key. No index beside the primary key, no reference, no notification: this is the hot path.
create table bus.outbox (
  id bigint generated always as identity primary key,
  event_id uuid not null default uuidv7(),
  tenant_id uuid not null,
  name text not null,
  key text not null,
  data jsonb not null default '{}',
  at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000);

-- One row: the number of the newest event, and which log this is. Its lock makes the relay's work serial whoever runs it.
create table bus.head (
  singleton boolean primary key default true check (singleton),
  log_id uuid not null default uuidv7(),
  seq bigint not null default 0
);
insert into bus.head default values;

-- Every event in its final order, without gaps: seq n is followed by n + 1, also after a crash or a rollback.
create table bus.log (
  seq bigint primary key,
  event_id uuid not null,
  tenant_id uuid not null,
  name text not null,
  key text not null,
  data jsonb not null,
  at timestamptz not null
);

-- Everything up to and including seq is handled or parked. epoch grows with every take-over and fences a stale holder off.
create table bus.cursor (
  name text primary key,
  seq bigint not null,
  epoch bigint not null default 0,
  -- Only of the carrier: the stream's own number of what was published last.
  stream_seq bigint,
  updated_at timestamptz not null default now()
) with (fillfactor = 50);

-- Events of a consumer that failed or stand behind a failed one of their key. With dead_at: given up, kept for people.
create table bus.parked (
  consumer text not null,
  seq bigint not null,
  event_id uuid not null,
  tenant_id uuid not null,
  name text not null,
  key text not null,
  data jsonb not null,
  at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  error text,
  dead_at timestamptz,
  -- Brought back by a person; the consumer's process looks for these.
  revived boolean not null default false,
  primary key (consumer, seq)
);
create index parked_lane on bus.parked (consumer, tenant_id, key, seq) where dead_at is null;
create index parked_dead on bus.parked (tenant_id, seq, consumer) where dead_at is not null;
create index parked_revived on bus.parked (consumer) where revived;
create index parked_event on bus.parked (consumer, event_id);

-- The inbox: written in the transaction of an effect, so that the effect takes place once.
create table bus.seen (
  consumer text not null,
  event_id uuid not null,
  at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index seen_age on bus.seen using brin (at);

-- The second wall. Platform work (no tenant set) sees all; within a tenant's transaction only the tenant's own events can
-- be written or read.
do $$
declare t text;
begin
  foreach t in array array['outbox', 'log', 'parked'] loop
    execute format('alter table bus.%I enable row level security', t);
    execute format('alter table bus.%I force row level security', t);
    execute format('create policy tenant_wall on bus.%I using (coalesce(tenant_id = (select core.current_tenant()), true)) with check (coalesce(tenant_id = (select core.current_tenant()), true))', t);
  end loop;
end $$;

-- Moves up to p_limit events from the outbox to the end of the log and answers them in order. The head is locked before
-- anything is looked at, so that two relays can never interleave; a second statement then sees what the first one left.
create function bus.relay(p_limit integer) returns setof bus.log language plpgsql set search_path = '' as $$
declare v_head bigint; v_count bigint;
begin
  select h.seq into v_head from bus.head h for update;
  return query
    with taken as (delete from bus.outbox o where o.id in (select i.id from bus.outbox i order by i.id limit p_limit) returning o.*),
    moved as (
      insert into bus.log (seq, event_id, tenant_id, name, key, data, at)
      select v_head + row_number() over (order by id), event_id, tenant_id, name, key, data, at from taken
      returning *)
    select * from moved order by seq;
  get diagnostics v_count = row_count;
  if v_count > 0 then update bus.head set seq = v_head + v_count; end if;
end $$;

-- Stores an event in the current transaction. For SQL of the house and for plugins, whose roles have no other right here:
-- the tenant must be the current one, and a plugin's role plg_<id> can only publish names that begin with its id.
create function bus.publish(p_tenant uuid, p_name text, p_key text, p_data jsonb) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  v_role text := coalesce(nullif(current_setting('role', true), 'none'), session_user);
  v_id uuid;
begin
  if p_name !~ '^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*\.v[1-9][0-9]*$' then
    raise exception 'not the name of an event: %', p_name using errcode = 'check_violation';
  end if;
  if length(p_key) not between 1 and 200 then
    raise exception 'the key of an event has 1 to 200 characters' using errcode = 'check_violation';
  end if;
  if v_role like 'plg\_%' then
    if replace(split_part(p_name, '.', 1), '-', '_') <> substr(v_role, 5) then
      raise exception 'role % cannot publish %', v_role, p_name using errcode = 'insufficient_privilege';
    end if;
    if core.current_tenant() is null then
      raise exception 'a plugin publishes within a tenant' using errcode = 'insufficient_privilege';
    end if;
  end if;
  if p_tenant <> core.current_tenant() then
    raise exception 'an event of another tenant' using errcode = 'insufficient_privilege';
  end if;
  insert into bus.outbox (tenant_id, name, key, data) values (p_tenant, p_name, p_key, coalesce(p_data, 'null')) returning event_id into v_id;
  return v_id;
end $$;
-- Changing an owner asks that the new one may create in the schema; it needs that for this moment only.
grant create, usage on schema bus to recado_engine;
alter function bus.publish(uuid, text, text, jsonb) owner to recado_engine;
revoke create on schema bus from recado_engine;

grant usage on schema bus to public;
revoke execute on function bus.relay(integer) from public;
grant execute on function bus.relay(integer) to recado_app;
grant select, insert, update, delete on bus.outbox, bus.log, bus.cursor, bus.parked, bus.seen to recado_app;
grant select, update on bus.head to recado_app;
grant insert, select on bus.outbox to recado_engine;
