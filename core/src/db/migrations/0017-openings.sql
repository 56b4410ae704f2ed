-- functions: current_tenant
-- When it was open, and will be in the next weeks, as a plugin tells it: what clocks that stand still while it is
-- closed are counted by (decision 192).

create table core.opening (
  tenant_id uuid not null references core.tenant (id),
  -- Whose hours: a user's, a queue's, a connection's; the company's own id for all others.
  owner_id uuid not null,
  open tstzmultirange not null,
  primary key (tenant_id, owner_id)
);
alter table core.opening enable row level security, force row level security;
create policy tenant_wall on core.opening
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.opening to recado_app, recado_engine;

-- Until when they are known, since when, and when they are asked for again.
create table core.openings_kept (
  tenant_id uuid primary key references core.tenant (id),
  since timestamptz not null,
  until timestamptz not null,
  due_at timestamptz not null
);
create index openings_kept_due on core.openings_kept (due_at);
alter table core.openings_kept enable row level security, force row level security;
create policy tenant_wall on core.openings_kept
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.openings_kept to recado_app, recado_engine;
