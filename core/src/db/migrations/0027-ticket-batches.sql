-- Many tickets moved or resolved at once: what was asked for, and how far it came.
create table core.ticket_batch (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  kind text not null check (kind in ('transfer', 'resolve')),
  -- Which tickets, as they stood when it began.
  filter jsonb not null,
  -- Of a transfer.
  user_id uuid,
  queue_id uuid,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
  -- The last ticket that was looked at; they are taken in the order of their ids.
  cursor uuid,
  total integer not null,
  done integer not null default 0,
  -- How many were left as they are, by the code that says why.
  problems jsonb not null default '{}',
  requested_by uuid not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, requested_by) references core.user_account (tenant_id, id),
  check ((kind = 'transfer') = (user_id is not null or queue_id is not null))
);
create index ticket_batch_list on core.ticket_batch (tenant_id, created_at, id);
-- One at a time: two would undo each other's work.
create unique index ticket_batch_running on core.ticket_batch (tenant_id) where state = 'running';

alter table core.ticket_batch enable row level security;
alter table core.ticket_batch force row level security;
create policy tenant_wall on core.ticket_batch using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.ticket_batch to recado_app;
