-- functions: current_tenant
-- What a company is, what it may use and what it keeps of itself; and what belongs to the platform beside companies.

-- What companies can be given. A plan belongs to the platform, or to the reseller who offers it.
create table platform.plan (
  id uuid primary key,
  -- Of core.tenant, which stands below and names the plan of a company.
  reseller_id uuid,
  name text not null,
  description text not null default '',
  tier text not null check (tier in ('free', 'basic', 'plus', 'premium')),
  -- Null is without limit.
  max_users integer check (max_users >= 0),
  max_connected_users integer check (max_connected_users >= 0),
  max_connections integer check (max_connections >= 0),
  max_contacts integer check (max_contacts >= 0),
  trial_days integer not null default 7 check (trial_days >= 0),
  -- Offered to who registers.
  is_public boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  max_storage integer check (max_storage >= 0)
);
create unique index plan_name on platform.plan (reseller_id, lower(name)) nulls not distinct;
grant select, insert, update, delete on platform.plan to recado_app, recado_engine;

create table core.tenant (
  id uuid primary key,
  name text not null,
  tier text not null default 'premium' check (tier in ('free', 'basic', 'plus', 'premium')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  locale text not null default 'pt-BR',
  time_zone text not null default 'America/Sao_Paulo',
  created_at timestamptz not null default now(),
  max_connections integer check (max_connections >= 0),
  -- Who looks after this company; null for the platform itself.
  reseller_id uuid references core.tenant (id),
  is_reseller boolean not null default false,
  plan_id uuid references platform.plan (id),
  -- The tier is free from then on; null where nothing is tried out.
  trial_ends_at timestamptz,
  max_users integer check (max_users >= 0),
  max_connected_users integer check (max_connected_users >= 0),
  max_contacts integer check (max_contacts >= 0),
  user_creation boolean not null default true,
  -- What all companies of a reseller may have together; null is without limit.
  reseller_max_tenants integer check (reseller_max_tenants >= 0),
  reseller_max_users integer check (reseller_max_users >= 0),
  reseller_max_connections integer check (reseller_max_connections >= 0),
  -- Nobody of the company works while it is set; what arrives is kept.
  blocked_at timestamptz,
  document text,
  email text,
  phone_number text,
  updated_at timestamptz not null default now(),
  -- Of files, in megabytes of 1,000,000 bytes; null is without limit.
  max_storage integer check (max_storage >= 0)
);
create index tenant_reseller on core.tenant (reseller_id) where reseller_id is not null;
-- Everything that a reseller's plan is given to.
create index tenant_plan on core.tenant (plan_id) where plan_id is not null;
create index tenant_list on core.tenant (lower(name), id);
create index tenant_trial on core.tenant (trial_ends_at) where trial_ends_at is not null;
alter table platform.plan add foreign key (reseller_id) references core.tenant (id);
alter table core.tenant enable row level security, force row level security;
create policy tenant_wall on core.tenant
  using (id = (select core.current_tenant())) with check (id = (select core.current_tenant()));
-- Only platform work makes companies. A company changes its own words, and nothing of what it may use.
grant select, update (name, locale, time_zone, updated_at) on core.tenant to recado_app;
grant select, insert, update, delete on core.tenant to recado_engine;

create table core.setting (
  tenant_id uuid not null references core.tenant (id),
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
create index setting_key on core.setting (key, tenant_id);
alter table core.setting enable row level security, force row level security;
create policy tenant_wall on core.setting
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.setting to recado_app, recado_engine;

create table platform.global_setting (
  key text primary key,
  value jsonb,
  -- A secret: sealed by a key that is in no table, with its last characters where it is long enough.
  sealed bytea,
  last4 text,
  updated_at timestamptz not null default now(),
  check (value is null or sealed is null)
);
grant select, insert, update, delete on platform.global_setting to recado_app, recado_engine;

-- A licence token, read once and kept with what came of it: `state` says why one does not count.
create table core.licence (
  tenant_id uuid primary key references core.tenant (id) on delete cascade,
  token text not null,
  tier text not null check (tier in ('free', 'basic', 'plus', 'premium')),
  domain text,
  expires_at timestamptz,
  state text not null check (state in ('valid', 'invalid', 'invalidDomain', 'invalidCode')),
  checked_at timestamptz not null default now(),
  -- What a licence allows beside its tier; a kind that is not named is the company's own.
  limits jsonb not null default '{}',
  code text not null default ''
);
create index licence_expiry on core.licence (expires_at) where expires_at is not null;
alter table core.licence enable row level security, force row level security;
create policy tenant_wall on core.licence
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.licence to recado_app, recado_engine;

-- Licences that this installation issued: one that is not here, or was taken back, is no valid code.
create table platform.issued_licence (
  code uuid primary key,
  -- Null: for any company that enters it.
  tenant_id uuid references core.tenant (id),
  tier text not null check (tier in ('free', 'basic', 'plus', 'premium')),
  issued_by uuid not null,
  issued_at timestamptz not null default now(),
  revoked_at timestamptz
);
grant select, insert, update on platform.issued_licence to recado_app, recado_engine;

-- The key that seals the secrets of a company, itself sealed.
create table core.tenant_key (
  tenant_id uuid primary key references core.tenant (id),
  wrapped bytea not null,
  kek_id text not null,
  created_at timestamptz not null default now()
);
alter table core.tenant_key enable row level security, force row level security;
create policy tenant_wall on core.tenant_key
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.tenant_key to recado_app, recado_engine;

-- Passwords and keys of channels and plugins, sealed.
create table core.secret (
  tenant_id uuid not null references core.tenant (id),
  owner text not null,
  scope text not null,
  name text not null,
  ciphertext bytea not null,
  last4 text,
  updated_at timestamptz not null default now(),
  -- It is given out for the address that it was typed for and for no other.
  -- Digest of where the settings said that the secret is sent; null for one that is sent nowhere or is older than this.
  bound_to bytea,
  primary key (tenant_id, owner, scope, name)
);
alter table core.secret enable row level security, force row level security;
create policy tenant_wall on core.secret
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.secret to recado_app, recado_engine;

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
alter table core.idempotency enable row level security, force row level security;
create policy tenant_wall on core.idempotency
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.idempotency to recado_app, recado_engine;
