-- functions: current_tenant, count_media
-- The files of companies. They lie in the store; here stands what they are and how much they take.

create table core.media (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text,
  mime text not null,
  bytes bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
alter table core.media enable row level security, force row level security;
create policy tenant_wall on core.media
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
create trigger media_added after insert on core.media referencing new table as changed
  for each statement execute function core.count_media();
create trigger media_removed after delete on core.media referencing old table as changed
  for each statement execute function core.count_media();
grant select, insert, update, delete on core.media to recado_app, recado_engine;

-- Bytes of a company's files, in parts: every backend adds to the part of its own number, so that files which are
-- stored at the same time do not wait for one another. A part may be below zero; their sum is what counts.
create table core.media_use (
  tenant_id uuid not null references core.tenant (id),
  shard smallint not null,
  bytes bigint not null,
  primary key (tenant_id, shard)
) with (fillfactor = 50);
alter table core.media_use enable row level security, force row level security;
create policy tenant_wall on core.media_use
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.media_use to recado_app, recado_engine;
