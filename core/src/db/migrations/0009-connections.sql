-- What a connection shows of its session, how many a company may have, and the long work that is done for one.

alter table core.tenant add column max_connections integer check (max_connections >= 0);

alter table core.connection
  -- What the provider calls us: a number, an address, the name of a bot.
  add column number text,
  -- What has to be scanned to sign in; only for who manages channels.
  add column qrcode text,
  -- Attempts since the session was last open.
  add column retries integer not null default 0;

-- Bringing in the past and moving conversations take minutes: where they stand, so that they go on after a restart.
create table core.connection_task (
  tenant_id uuid not null,
  connection_id uuid not null,
  kind text not null check (kind in ('import', 'transfer')),
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
  primary key (tenant_id, connection_id, kind),
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id) on delete cascade
);
alter table core.connection_task enable row level security;
alter table core.connection_task force row level security;
create policy tenant_wall on core.connection_task using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.connection_task to recado_app, recado_engine;

-- Conversations of a connection, in the order in which they are moved.
create index ticket_connection on core.ticket (tenant_id, connection_id, id);

-- Imports that wait for a session on this node.
create function core.running_imports(p_connections uuid[]) returns table (tenant_id uuid, connection_id uuid)
language sql security definer set search_path = core, pg_temp as $$
  select t.tenant_id, t.connection_id from connection_task t where t.connection_id = any (p_connections) and t.kind = 'import' and t.state = 'running'
$$;

grant create on schema core to recado_engine;
alter function core.running_imports(uuid[]) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke all on function core.running_imports(uuid[]) from public;
grant execute on function core.running_imports(uuid[]) to recado_app;
