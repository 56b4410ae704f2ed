create table done (
  job text primary key,
  tenant_id uuid not null default core.current_tenant(),
  times integer not null default 1
);
create index done_tenant on done (tenant_id);
