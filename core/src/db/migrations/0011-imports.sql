-- functions: current_tenant
-- What was brought in from other systems, so that it is never brought in twice and can be taken back (decision 179).

-- The systems, as the plugin that reads them names them.
create table core.import_source (
  tenant_id uuid not null references core.tenant (id),
  id uuid not null default uuidv7(),
  plugin text not null check (char_length(plugin) <= 60),
  name text not null check (char_length(name) <= 300),
  primary key (tenant_id, id),
  unique (tenant_id, plugin, name)
);
alter table core.import_source enable row level security, force row level security;
create policy tenant_wall on core.import_source
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.import_source to recado_app, recado_engine;

-- One row for each thing of a source: what it became here, and which run wrote it first. It outlives what it became, so
-- that what was deleted here does not come back. There is no reference to the source: a row is written for each message,
-- and sources stay.
create table core.import_record (
  tenant_id uuid not null references core.tenant (id),
  source_id uuid not null,
  kind text not null check (kind in ('queue', 'tag', 'contact', 'ticket', 'message')),
  external_id text not null,
  target_id uuid not null,
  run_id uuid not null,
  -- False for what was there already, and for what somebody went on with when the run was taken back.
  made boolean not null,
  -- MD5 of what was written, by which a change is noticed.
  digest bytea not null check (octet_length(digest) = 16),
  primary key (tenant_id, source_id, kind, external_id)
);
create index import_record_run on core.import_record (tenant_id, run_id, kind);
alter table core.import_record enable row level security, force row level security;
create policy tenant_wall on core.import_record
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.import_record to recado_app, recado_engine;
