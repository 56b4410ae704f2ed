-- functions: current_tenant
-- What each user wants to hear of, and which browsers may be woken.

-- The key pair the installation signs its pushes with, made when it is first needed. The private half is sealed.
create table platform.push_key (
  id boolean primary key default true check (id),
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
grant select, insert on platform.push_key to recado_app;

-- A browser that may be woken: of one session, and gone with it. Where it is reached and its keys are sealed together.
create table core.push_subscription (
  id uuid not null,
  tenant_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint_hash bytea not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, session_id),
  unique (tenant_id, endpoint_hash),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, session_id) references core.session (tenant_id, id) on delete cascade
);
create index push_subscription_user on core.push_subscription (tenant_id, user_id, created_at);
alter table core.push_subscription enable row level security, force row level security;
create policy tenant_wall on core.push_subscription
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.push_subscription to recado_app, recado_engine;

-- What somebody chose; without a row the defaults hold.
create table core.notification_choice (
  tenant_id uuid not null,
  user_id uuid not null,
  choice jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
alter table core.notification_choice enable row level security, force row level security;
create policy tenant_wall on core.notification_choice
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.notification_choice to recado_app, recado_engine;
