-- functions: current_tenant
-- The nodes of the installation, and the connections to channels whose sessions they hold.

-- The nodes of the installation. Work that one node does at a time (sessions of connections, duties of the bus, sends)
-- belongs to a node by name, for as long as the node lives; it needs no lease and no renewal of its own.
--
-- A node adds its row, writes its heartbeat into it, and deletes it when it ends. A living node also holds an advisory
-- lock of its name, which the database frees when the process or its connection ends.
create table platform.node (
  name text primary key,
  version text not null,
  -- The database process that holds the node's advisory locks.
  pid integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- It is stopping: it keeps what it holds until it hands it over, and is given nothing more.
  draining boolean not null default false,
  -- Names of the duties that it is able to do.
  duties text[] not null default '{}'
) with (fillfactor = 50);
grant select, insert, update, delete on platform.node to recado_app;
grant select, update, delete on platform.node to recado_engine;

create table core.connection (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  plugin text not null,
  type text not null,
  config jsonb not null default '{}',
  status text not null default 'connecting' check (status in (
    'pairing', 'connected', 'disconnected', 'timeout', 'qrcode', 'inactive', 'conflict', 'connecting')),
  status_detail text,
  is_default boolean not null default false,
  is_active boolean not null default true,
  queue_id uuid,
  -- Random part of the webhook address /hooks/<plugin>/<id>/<secret>; compared in constant time.
  hook_secret text not null,
  -- The node that runs the session, and the fencing token that grows with every take-over.
  leased_by text,
  fence bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- What the provider calls us: a number, an address, the name of a bot.
  number text,
  -- What has to be scanned to sign in; only for who manages channels.
  qrcode text,
  -- Attempts since the session was last open.
  retries integer not null default 0,
  -- Said when a ticket is resolved; null for nothing.
  farewell_message text check (char_length(farewell_message) <= 1000),
  -- Since when the session has its state; updated_at also moves with every attempt and every change of a person.
  status_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, queue_id) references core.queue (tenant_id, id)
);
-- Unique within a company (decision 108), so that nobody learns how others call theirs.
create unique index connection_name on core.connection (tenant_id, lower(name)) where deleted_at is null;
create index connection_node on core.connection (leased_by) where leased_by is not null;
alter table core.connection enable row level security, force row level security;
create policy tenant_wall on core.connection
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.connection to recado_app, recado_engine;

-- What the adapter of a channel keeps of its session.
create table core.connection_state (
  tenant_id uuid not null,
  connection_id uuid not null,
  key text not null,
  value jsonb not null,
  expires_at timestamptz,
  primary key (tenant_id, connection_id, key),
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id) on delete cascade
);
alter table core.connection_state enable row level security, force row level security;
create policy tenant_wall on core.connection_state
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.connection_state to recado_app, recado_engine;

-- Bringing in the past or the contacts of a channel and moving conversations take minutes: where they stand, so that
-- they go on after a restart.
create table core.connection_task (
  tenant_id uuid not null,
  connection_id uuid not null,
  kind text not null check (kind in ('import', 'transfer', 'contacts')),
  settings jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
  -- How far it came, in its own words; null before the first step.
  cursor text,
  done bigint not null default 0,
  skipped bigint not null default 0,
  -- Share of the work done, 0 to 1, where it is known.
  progress real,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Of contacts, `done` counts those that were made, this those that something was added to.
  updated bigint not null default 0,
  primary key (tenant_id, connection_id, kind),
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id) on delete cascade
);
alter table core.connection_task enable row level security, force row level security;
create policy tenant_wall on core.connection_task
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.connection_task to recado_app, recado_engine;
