-- functions: current_tenant
-- What each user is told of by the bell (decision 198). An unread entry of one kind about one subject is one row, which
-- a later one replaces.
create table core.bell_entry (
  id uuid not null,
  tenant_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('mentioned', 'assigned', 'woken', 'undelivered', 'channelBroken')),
  ticket_id uuid,
  connection_id uuid,
  subject uuid not null generated always as (coalesce(ticket_id, connection_id)) stored,
  -- Author of a mention; the colleague who assigned the ticket.
  by_user_id uuid,
  -- Thread entry of a mention, as pushes name it.
  place text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id),
  check (num_nonnulls(ticket_id, connection_id) = 1),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, by_user_id) references core.user_account (tenant_id, id) on delete set null (by_user_id),
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id) on delete cascade
);
create unique index bell_entry_unread on core.bell_entry (tenant_id, user_id, kind, subject) where read_at is null;
create index bell_entry_latest on core.bell_entry (tenant_id, user_id, id desc);
create index bell_entry_ticket on core.bell_entry (tenant_id, ticket_id);
create index bell_entry_connection on core.bell_entry (tenant_id, connection_id);
alter table core.bell_entry enable row level security, force row level security;
create policy tenant_wall on core.bell_entry
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.bell_entry to recado_app, recado_engine;
