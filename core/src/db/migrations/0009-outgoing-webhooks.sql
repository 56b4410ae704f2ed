-- What companies tell other systems (decision 176).

-- Receivers: those of administrators, and, with `plugin`, those that a plugin sends to.
create table core.webhook_endpoint (
  id uuid not null default uuidv7(),
  tenant_id uuid not null references core.tenant (id),
  plugin text check (char_length(plugin) <= 60),
  -- SHA-256 of what a plugin named: address and secret.
  target bytea check (octet_length(target) = 32),
  url text not null check (char_length(url) <= 2000),
  description text not null default '',
  types text[] not null default '{}',
  -- Empty: all of them.
  connections uuid[] not null default '{}',
  queues uuid[] not null default '{}',
  state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- Sealed with the company's key, as the former one, which signs too until its time.
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  failing_since timestamptz,
  last_at timestamptz,
  last_outcome text,
  last_status integer,
  -- When something of it can be claimed; null when nothing waits. Written while the row is locked.
  due_at timestamptz,
  -- When it had its turn last: the one that waited longest is next.
  turn_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((plugin is null) = (target is null)),
  check ((state = 'disabled') = (disabled_reason is not null)),
  check ((former_secret is null) = (former_until is null))
);
create unique index webhook_endpoint_plugin on core.webhook_endpoint (tenant_id, plugin, target) where plugin is not null;
create index webhook_endpoint_due on core.webhook_endpoint (due_at) where state = 'active';
alter table core.webhook_endpoint enable row level security, force row level security;
create policy tenant_wall on core.webhook_endpoint
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.webhook_endpoint to recado_app, recado_engine;

create table core.webhook_delivery (
  id uuid not null default uuidv7(),
  tenant_id uuid not null,
  endpoint_id uuid not null,
  -- The event with its type, or a plugin's key: each is told once.
  cause text not null,
  type text not null,
  -- What order is kept by: the ticket, as a rule.
  lane text not null,
  body text not null,
  -- held: an earlier one of its lane comes first.
  state text not null check (state in ('held', 'queued', 'leased', 'sent', 'failed')),
  -- Later ones of its lane wait for it.
  is_holding boolean not null default true,
  -- Of the present series; a replay begins another one.
  attempt smallint not null default 0,
  begun_at timestamptz,
  attempts integer not null default 0,
  next_at timestamptz not null,
  lease_until timestamptz,
  leased_by text,
  last_outcome text,
  last_status integer,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references core.webhook_endpoint (tenant_id, id) on delete cascade
);
create unique index webhook_delivery_cause on core.webhook_delivery (tenant_id, endpoint_id, cause);
create index webhook_delivery_list on core.webhook_delivery (tenant_id, endpoint_id, id);
create index webhook_delivery_failed on core.webhook_delivery (tenant_id, endpoint_id, id) where state = 'failed';
create index webhook_delivery_lane on core.webhook_delivery (tenant_id, endpoint_id, lane, id)
  where state in ('held', 'queued', 'leased');
create index webhook_delivery_due on core.webhook_delivery (tenant_id, endpoint_id, next_at, id) where state = 'queued';
create index webhook_delivery_leased on core.webhook_delivery (tenant_id, endpoint_id) where state = 'leased';
create index webhook_delivery_lease on core.webhook_delivery (lease_until) where state = 'leased';
create index webhook_delivery_age on core.webhook_delivery (created_at);
alter table core.webhook_delivery enable row level security, force row level security;
create policy tenant_wall on core.webhook_delivery
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.webhook_delivery to recado_app, recado_engine;

create table core.webhook_attempt (
  tenant_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz not null,
  ms integer not null,
  outcome text not null,
  status integer,
  answer text not null check (char_length(answer) <= 1000),
  primary key (tenant_id, delivery_id, number),
  foreign key (tenant_id, delivery_id) references core.webhook_delivery (tenant_id, id) on delete cascade
);
alter table core.webhook_attempt enable row level security, force row level security;
create policy tenant_wall on core.webhook_attempt
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.webhook_attempt to recado_app, recado_engine;
