create table entry (
  id bigint generated always as identity primary key,
  tenant_id uuid not null default core.current_tenant(),
  body text not null,
  at timestamptz not null default now()
);
create index entry_tenant on entry (tenant_id, id);
