-- Filters of the ticket list that somebody named: for themselves, or for the whole company.
create table core.ticket_view (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  -- Whose it is; of a shared one, who made it. The account is kept when its user is deleted.
  user_id uuid not null,
  is_shared boolean not null default false,
  name text not null check (length(name) between 1 and 60),
  icon text not null,
  filter jsonb not null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Set by deleting, so that it can be undone; such rows are cleared a day later.
  deleted_at timestamptz,
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index ticket_view_user on core.ticket_view (tenant_id, user_id);
create index ticket_view_shared on core.ticket_view (tenant_id, position) where is_shared;

alter table core.ticket_view enable row level security;
alter table core.ticket_view force row level security;
create policy tenant_wall on core.ticket_view using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.ticket_view to recado_app, recado_engine;
