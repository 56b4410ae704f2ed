-- The house's own schema. Ids are UUIDv7 made by the application. Every table with tenant_id is under row-level security.
create schema core;
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;
create extension if not exists unaccent with schema public;

-- The tenant of the current transaction; null outside of one, so that policies show nothing.
create function core.current_tenant() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant', true), '')::uuid $$;

create table core.tenant (
  id uuid primary key,
  name text not null,
  tier text not null default 'premium' check (tier in ('free', 'basic', 'plus', 'premium')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  locale text not null default 'pt-BR',
  time_zone text not null default 'America/Sao_Paulo',
  created_at timestamptz not null default now()
);

create table core.setting (
  tenant_id uuid not null references core.tenant (id),
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, key)
);

create table core.user_account (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  email text not null,
  phone_number text,
  password_hash text not null,
  profile text not null check (profile in ('user', 'super', 'admin')),
  is_active boolean not null default true,
  is_master boolean not null default false,
  is_hidden boolean not null default false,
  is_online boolean not null default false,
  image text,
  configs jsonb not null default '{}',
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id),
  unique (tenant_id, id)
);
-- E-mail and phone are unique across the platform: login names no tenant (decision 26).
create unique index user_account_email on core.user_account (lower(email));
create unique index user_account_phone on core.user_account (phone_number) where phone_number is not null;

create table core.queue (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  color text not null default '#5c7c78',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (id),
  unique (tenant_id, id)
);
create unique index queue_name on core.queue (tenant_id, lower(name));

create table core.user_queue (
  tenant_id uuid not null,
  user_id uuid not null,
  queue_id uuid not null,
  primary key (tenant_id, user_id, queue_id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, queue_id) references core.queue (tenant_id, id) on delete cascade
);
create index user_queue_queue on core.user_queue (tenant_id, queue_id);

create table core.tag (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  color text not null default '#5c7c78',
  is_active boolean not null default true,
  primary key (id),
  unique (tenant_id, id)
);
create unique index tag_name on core.tag (tenant_id, lower(name));

-- One row per login. A refresh family is the session itself: rotation replaces the hash, reuse of an old one ends it.
create table core.session (
  id uuid not null,
  tenant_id uuid not null,
  user_id uuid not null,
  refresh_hash bytea not null,
  previous_refresh_hash bytea,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  user_agent text,
  ip text,
  primary key (id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index session_live on core.session (tenant_id, user_id) where ended_at is null;

create table core.contact (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  number text,
  email text,
  profile_pic_url text,
  extra_info jsonb not null default '[]',
  merged_into uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text generated always as (' ' || lower(name) || ' ' || coalesce(number, '') || ' ' || lower(coalesce(email, ''))) stored,
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, merged_into) references core.contact (tenant_id, id)
);
create index contact_search on core.contact using gin (tenant_id, search public.gin_trgm_ops);
create index contact_list on core.contact (tenant_id, name, id);

-- The identity graph: a person is many (kind, value) pairs. 'phone' and 'email' are core's, other kinds the channels'.
create table core.contact_identity (
  tenant_id uuid not null,
  kind text not null,
  value text not null,
  contact_id uuid not null,
  verified boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, kind, value),
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id) on delete cascade
);
create index contact_identity_contact on core.contact_identity (tenant_id, contact_id);

create table core.contact_tag (
  tenant_id uuid not null,
  contact_id uuid not null,
  tag_id uuid not null,
  primary key (tenant_id, contact_id, tag_id),
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tag_id) references core.tag (tenant_id, id) on delete cascade
);
create index contact_tag_tag on core.contact_tag (tenant_id, tag_id);

create table core.connection (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  plugin text not null,
  type text not null,
  config jsonb not null default '{}',
  status text not null default 'connecting' check (status in ('pairing', 'connected', 'disconnected', 'timeout', 'qrcode', 'inactive', 'conflict', 'connecting')),
  status_detail text,
  is_default boolean not null default false,
  is_active boolean not null default true,
  queue_id uuid,
  -- Random part of the webhook address /hooks/<plugin>/<id>/<secret>; compared in constant time.
  hook_secret text not null,
  -- The node that runs the session, and the fencing token that grows with every take-over.
  leased_by text,
  lease_until timestamptz,
  fence bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, queue_id) references core.queue (tenant_id, id)
);
-- Unique across the platform (S5-105, decision 102).
create unique index connection_name on core.connection (lower(name)) where deleted_at is null;
create index connection_tenant on core.connection (tenant_id) where deleted_at is null;

create table core.connection_state (
  tenant_id uuid not null,
  connection_id uuid not null,
  key text not null,
  value jsonb not null,
  expires_at timestamptz,
  primary key (tenant_id, connection_id, key),
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id) on delete cascade
);

create table core.tenant_key (
  tenant_id uuid primary key references core.tenant (id),
  wrapped bytea not null,
  kek_id text not null,
  created_at timestamptz not null default now()
);

create table core.secret (
  tenant_id uuid not null references core.tenant (id),
  owner text not null,
  scope text not null,
  name text not null,
  ciphertext bytea not null,
  last4 text,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, owner, scope, name)
);

create table core.media (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text,
  mime text not null,
  bytes bigint not null,
  created_at timestamptz not null default now(),
  primary key (id),
  unique (tenant_id, id)
);

create table core.ticket (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  protocol text not null,
  status text not null check (status in ('open', 'pending', 'closed', 'group')),
  contact_id uuid not null,
  connection_id uuid not null,
  channel text not null,
  -- The conversation's id on the provider's side.
  chat text not null,
  user_id uuid,
  queue_id uuid,
  unread integer not null default 0,
  answered boolean not null default false,
  is_group boolean not null default false,
  last_message text not null default '',
  last_message_from_me boolean not null default false,
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  closed_at timestamptz,
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id),
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id),
  foreign key (tenant_id, queue_id) references core.queue (tenant_id, id)
);
-- One live conversation per contact and connection; two webhooks at once cannot open two.
create unique index ticket_live on core.ticket (tenant_id, contact_id, connection_id) where status <> 'closed';
-- Ascending on purpose: a backward scan serves the list, and drizzle's desc() would add NULLS LAST, which it could not.
create index ticket_list on core.ticket (tenant_id, status, updated_at, id);
create index ticket_active on core.ticket (tenant_id, updated_at, id) where status <> 'closed';
create index ticket_mine on core.ticket (tenant_id, user_id, updated_at, id) where status <> 'closed';
create index ticket_contact on core.ticket (tenant_id, contact_id, updated_at);
create index ticket_protocol on core.ticket (tenant_id, protocol);
-- Counts of active tickets come from this index alone.
create index ticket_count on core.ticket (tenant_id, status, queue_id, user_id) include (unread) where status <> 'closed';
-- A conversation by its address at the provider; also finds all of one connection.
create index ticket_chat on core.ticket (tenant_id, connection_id, chat);

create table core.ticket_tag (
  tenant_id uuid not null,
  ticket_id uuid not null,
  tag_id uuid not null,
  primary key (tenant_id, ticket_id, tag_id),
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tag_id) references core.tag (tenant_id, id) on delete cascade
);
create index ticket_tag_tag on core.ticket_tag (tenant_id, tag_id);

create table core.ticket_pin (
  tenant_id uuid not null,
  user_id uuid not null,
  ticket_id uuid not null,
  primary key (tenant_id, user_id, ticket_id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
create index ticket_pin_ticket on core.ticket_pin (tenant_id, ticket_id);

-- Outlives its ticket (decision 60), hence no reference to it.
create table core.ticket_log (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  ticket_id uuid not null,
  type text not null,
  user_id uuid,
  queue_id uuid,
  created_at timestamptz not null default now(),
  primary key (id)
);
create index ticket_log_ticket on core.ticket_log (tenant_id, ticket_id, created_at, id);

create table core.message (
  id uuid not null,
  tenant_id uuid not null,
  ticket_id uuid not null,
  contact_id uuid not null,
  connection_id uuid not null,
  -- Grows in the order in which the messages of a ticket were stored: resumes live reads.
  position bigint generated always as identity,
  external_id text,
  from_me boolean not null,
  user_id uuid,
  body text not null,
  parts jsonb not null,
  status text not null,
  failure jsonb,
  send_type text not null default 'chat',
  quoted_id uuid,
  id_front text,
  is_read boolean not null default false,
  edited_at timestamptz,
  deleted_at timestamptz,
  reactions jsonb not null default '{}',
  sent_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
-- Decides whether a provider's message was seen before.
create unique index message_external on core.message (tenant_id, connection_id, external_id) where external_id is not null;
create index message_thread on core.message (tenant_id, ticket_id, sent_at, id);
create index message_position on core.message (tenant_id, ticket_id, position);
-- A plugin's message has no user; its key must be unique all the same.
create unique index message_front on core.message (tenant_id, ticket_id, user_id, id_front) nulls not distinct where id_front is not null;

-- The send outbox: one row per outbound intent. queued → leased → sent | pending | retry | failed | unknown.
create table core.delivery (
  id uuid not null,
  tenant_id uuid not null,
  message_id uuid not null,
  connection_id uuid not null,
  chat text not null,
  lane bigint generated always as identity,
  state text not null default 'queued' check (state in ('queued', 'leased', 'sent', 'pending', 'retry', 'failed', 'unknown')),
  attempt integer not null default 0,
  next_at timestamptz not null default now(),
  leased_by text,
  lease_until timestamptz,
  error jsonb,
  created_at timestamptz not null default now(),
  primary key (id),
  foreign key (tenant_id, message_id) references core.message (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id)
);
create index delivery_work on core.delivery (connection_id, chat, lane) where state in ('queued', 'leased', 'retry');
create index delivery_due on core.delivery (next_at) where state in ('queued', 'leased', 'retry');
create index delivery_message on core.delivery (tenant_id, message_id);

-- Receipts, edits and reactions whose message has not arrived yet; applied when it does.
create table core.early_event (
  tenant_id uuid not null,
  connection_id uuid not null,
  external_id text not null,
  seq bigint generated always as identity,
  event jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, connection_id, external_id, seq),
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id) on delete cascade
);

create table core.plugin_enablement (
  tenant_id uuid not null references core.tenant (id),
  plugin text not null,
  enabled boolean not null,
  settings jsonb not null default '{}',
  settings_version text,
  changed_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, plugin)
);

-- What a POST with an Idempotency-Key answered; kept for a day.
create table core.idempotency (
  tenant_id uuid not null,
  user_id uuid not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, route, key)
);
create index idempotency_age on core.idempotency (created_at);

create table core.audit_log (
  id uuid primary key,
  tenant_id uuid not null references core.tenant (id),
  user_id uuid,
  action text not null,
  subject text not null,
  facts jsonb not null default '{}',
  at timestamptz not null default now()
);
create index audit_log_time on core.audit_log (tenant_id, at, id);
