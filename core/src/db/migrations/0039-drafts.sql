-- What somebody has begun to write in a conversation, for their other devices. An empty one says that it was sent or given up.
create table core.draft (
  tenant_id uuid not null,
  user_id uuid not null,
  ticket_id uuid not null,
  text text not null,
  -- Names of what was attached; the files themselves are on the device.
  files text[] not null default '{}',
  written_at timestamptz not null,
  primary key (tenant_id, user_id, ticket_id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
create index draft_ticket on core.draft (tenant_id, ticket_id);
create index draft_latest on core.draft (tenant_id, user_id, written_at desc);
alter table core.draft enable row level security;
alter table core.draft force row level security;
create policy tenant_wall on core.draft using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.draft to recado_app, recado_engine;
