-- S4-006, decision 49: watching is a relation of a user to a ticket and no status. It says nothing of who may see it.
create table core.ticket_watch (
  tenant_id uuid not null,
  user_id uuid not null,
  ticket_id uuid not null,
  watched_at timestamptz not null default now(),
  primary key (tenant_id, user_id, ticket_id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
create index ticket_watch_ticket on core.ticket_watch (tenant_id, ticket_id);
alter table core.ticket_watch enable row level security;
alter table core.ticket_watch force row level security;
create policy tenant_wall on core.ticket_watch using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.ticket_watch to recado_app, recado_engine;
