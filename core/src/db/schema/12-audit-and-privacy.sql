-- functions: current_tenant, await_seal
-- What was done, written down so that nobody changes it unseen; and what people may ask of what is kept of them.

create table core.audit_log (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  user_id uuid,
  action text not null,
  subject text not null,
  facts jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index audit_log_time on core.audit_log (tenant_id, at, id);
create index audit_log_user on core.audit_log (tenant_id, user_id, at, id);
create index audit_log_action on core.audit_log (tenant_id, action, at, id);
create index audit_log_subject on core.audit_log (tenant_id, subject, at, id);
alter table core.audit_log enable row level security, force row level security;
create policy tenant_wall on core.audit_log
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
create trigger audit_awaits_seal after insert on core.audit_log for each row execute function core.await_seal();
-- Entries are added and read. Nobody of the server changes or removes one; when their time is over, those of whole seals
-- are deleted by core.expire_audit.
grant select, insert on core.audit_log to recado_app, recado_engine;
grant delete on core.audit_log to recado_engine;

-- Entries that no seal covers yet, and which login role wrote them. Transactions commit in another order than they
-- began: an entry is found here as soon as it is visible, whatever its time says.
create table core.audit_pending (
  tenant_id uuid not null,
  entry_id uuid not null,
  writer text not null,
  primary key (tenant_id, entry_id)
);
alter table core.audit_pending enable row level security, force row level security;
create policy tenant_wall on core.audit_pending
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, delete on core.audit_pending to recado_app;
grant select, insert on core.audit_pending to recado_engine;

-- A chain per company: each seal covers the one before it and some entries, under a key that is in no table.
create table core.audit_seal (
  tenant_id uuid not null,
  number bigint not null check (number > 0),
  previous bytea,
  entries integer not null check (entries > 0),
  digest bytea not null,
  mac bytea not null,
  sealed_at timestamptz not null,
  primary key (tenant_id, number)
);
alter table core.audit_seal enable row level security, force row level security;
create policy tenant_wall on core.audit_seal
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert on core.audit_seal to recado_app;

-- Which entries a seal covers, in which order, and what they held.
create table core.audit_sealed (
  tenant_id uuid not null,
  entry_id uuid not null,
  number bigint not null,
  place integer not null,
  digest bytea not null,
  primary key (tenant_id, entry_id),
  unique (tenant_id, number, place)
);
alter table core.audit_sealed enable row level security, force row level security;
create policy tenant_wall on core.audit_sealed
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert on core.audit_sealed to recado_app;
grant select, delete on core.audit_sealed to recado_engine;

-- The newest seal of a company, so that a chain whose end was cut off is not taken for whole.
create table core.audit_head (
  tenant_id uuid primary key,
  number bigint not null,
  mac bytea not null,
  -- Up to which seal entries were deleted because their time was over, and what vouches for it.
  expired bigint not null default 0,
  expired_mac bytea
);
alter table core.audit_head enable row level security, force row level security;
create policy tenant_wall on core.audit_head
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update on core.audit_head to recado_app;

-- What was asked for a person: what is kept of them, or that it is erased.
create table core.privacy_request (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  kind text not null check (kind in ('export', 'erasure')),
  contact_id uuid not null,
  -- Of an erasure. A choice and no text: what is written about an erased person would have to be erased too.
  reason text check (reason in ('request', 'consent', 'purpose', 'unlawful', 'other')),
  requested_by uuid not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'expired')),
  progress real not null default 0,
  -- How much of what was exported or erased: numbers alone.
  receipt jsonb not null default '{}',
  -- Plugins that could not do their part yet; of a finished export, whose part is missing.
  waiting_for text[] not null default '{}',
  -- By what the person was known, sealed, while plugins still have to be told.
  footprint bytea,
  attempt integer not null default 0,
  bytes bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id),
  check ((kind = 'erasure') = (reason is not null))
);
create index privacy_request_list on core.privacy_request (tenant_id, created_at, id);
create index privacy_request_contact on core.privacy_request (tenant_id, contact_id, created_at);
create unique index privacy_request_erasing on core.privacy_request (tenant_id, contact_id)
    where kind = 'erasure' and state = 'running';
alter table core.privacy_request enable row level security, force row level security;
create policy tenant_wall on core.privacy_request
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.privacy_request to recado_app;

-- Files of erased messages that still lie in the store.
create table core.erased_media (
  tenant_id uuid not null,
  request_id uuid not null,
  media_id uuid not null,
  primary key (tenant_id, request_id, media_id),
  foreign key (tenant_id, request_id) references core.privacy_request (tenant_id, id) on delete cascade
);
alter table core.erased_media enable row level security, force row level security;
create policy tenant_wall on core.erased_media
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.erased_media to recado_app;

-- By what erased people were known, as keyed hashes that nobody can read back: channels that still list somebody do not
-- bring them back (decision 044). Who writes again is somebody who is known again, whatever stands here.
create table core.erased_address (
  tenant_id uuid not null references core.tenant (id),
  hash bytea not null check (octet_length(hash) = 32),
  erased_at timestamptz not null default now(),
  primary key (tenant_id, hash)
);
alter table core.erased_address enable row level security, force row level security;
create policy tenant_wall on core.erased_address
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert on core.erased_address to recado_app, recado_engine;
