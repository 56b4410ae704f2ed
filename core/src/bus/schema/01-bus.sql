-- The event bus: outbox → log → consumers. Here tenant_id is data and not an owner's boundary, because one relay and
-- one consumer serve all companies. See docs/decisions and bus.ts for what the bus promises.
--
-- The second wall: platform work (no tenant set) sees all; within a tenant's transaction only the tenant's own events
-- can be written or read.

create schema bus;
grant usage on schema bus to public;
grant usage on schema bus to recado_engine;

-- Written in the transaction that causes the event, while the row that the key names is locked: then the order of ids
-- is the order of commits within a key. No index beside the primary key, no reference, no notification: this is the hot
-- path.
create table bus.outbox (
  id bigint generated always as identity primary key,
  event_id uuid not null default uuidv7(),
  tenant_id uuid not null,
  name text not null,
  key text not null,
  data jsonb not null default '{}',
  at timestamptz not null default clock_timestamp()
) with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 20000
);
alter table bus.outbox enable row level security, force row level security;
create policy tenant_wall on bus.outbox
  using (coalesce(tenant_id = (select core.current_tenant()), true))
  with check (coalesce(tenant_id = (select core.current_tenant()), true));
grant select, insert, update, delete on bus.outbox to recado_app;
-- core.mark_automatic adds to the data of an event of its own transaction, before anybody has read it.
grant select, insert, update (data) on bus.outbox to recado_engine;

-- One row: the number of the newest event, and which log this is. Its lock makes the relay's work serial whoever runs
-- it.
create table bus.head (
  singleton boolean primary key default true check (singleton),
  log_id uuid not null default uuidv7(),
  seq bigint not null default 0
);
insert into bus.head default values;
grant select, update on bus.head to recado_app;

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
alter table bus.log enable row level security, force row level security;
create policy tenant_wall on bus.log
  using (coalesce(tenant_id = (select core.current_tenant()), true))
  with check (coalesce(tenant_id = (select core.current_tenant()), true));
grant select, insert, update, delete on bus.log to recado_app;

-- Everything up to and including seq is handled or parked. epoch grows with every take-over and fences a stale holder
-- off.
create table bus.cursor (
  name text primary key,
  seq bigint not null,
  epoch bigint not null default 0,
  -- Only of the carrier: the stream's own number of what was published last.
  stream_seq bigint,
  updated_at timestamptz not null default now()
) with (fillfactor = 50);
grant select, insert, update, delete on bus.cursor to recado_app;

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
  -- Set by a person. It is gone for everybody and removed after a day; until then the discarding can be undone.
  discarded_at timestamptz,
  primary key (consumer, seq)
);
create index parked_lane on bus.parked (consumer, tenant_id, key, seq) where dead_at is null;
create index parked_dead on bus.parked (tenant_id, seq, consumer) where dead_at is not null;
create index parked_revived on bus.parked (consumer) where revived;
create index parked_event on bus.parked (consumer, event_id);
create index parked_dead_newest on bus.parked (seq, consumer) where dead_at is not null and discarded_at is null;
create index parked_dead_consumer on bus.parked (consumer, seq) include (tenant_id)
    where dead_at is not null and discarded_at is null;
create index parked_discarded on bus.parked (discarded_at) where discarded_at is not null;
alter table bus.parked enable row level security, force row level security;
create policy tenant_wall on bus.parked
  using (coalesce(tenant_id = (select core.current_tenant()), true))
  with check (coalesce(tenant_id = (select core.current_tenant()), true));
grant select, insert, update, delete on bus.parked to recado_app;

-- The inbox: written in the transaction of an effect, so that the effect takes place once.
create table bus.seen (
  consumer text not null,
  event_id uuid not null,
  at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index seen_age on bus.seen using brin (at);
grant select, insert, update, delete on bus.seen to recado_app;
