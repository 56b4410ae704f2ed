-- functions: current_tenant
-- Plugins that were installed while the product runs, who may sign them, and what companies choose of plugins.

-- One row per plugin that was ever installed. A removed one keeps its row while its data stays, so that what comes back
-- under its id is compared with the publisher of before.
create table installation.plugin (
  id text primary key,
  version text not null,
  -- SHA-256 of the archive, hex.
  hash text not null,
  -- The archive itself, at most 20 MB: every node and a restored backup unpack it. Null once it was removed.
  archive bytea,
  manifest jsonb not null,
  manifest_hash text not null,
  -- Raw Ed25519 key of who signed it, base64; null for an unsigned one.
  publisher_key text,
  installed_by uuid not null,
  installed_by_name text not null,
  installed_at timestamptz not null default now(),
  removed_at timestamptz,
  check ((removed_at is null) = (archive is not null))
);
grant select, insert, update, delete on installation.plugin to recado_app;

-- Whose signatures are accepted.
create table installation.publisher (
  fingerprint text primary key,
  name text not null,
  public_key text not null,
  added_by uuid not null,
  added_by_name text not null,
  added_at timestamptz not null default now()
);
grant select, insert, update, delete on installation.publisher to recado_app;

-- Archives that were looked at and not installed yet.
create table installation.inspection (
  id uuid primary key,
  plugin text not null,
  hash text not null,
  archive bytea not null,
  -- What was installed under the id when it was inspected.
  installed_hash text,
  made_by uuid not null,
  expires_at timestamptz not null
);
grant select, insert, update, delete on installation.inspection to recado_app;

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
alter table core.plugin_enablement enable row level security, force row level security;
create policy tenant_wall on core.plugin_enablement
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.plugin_enablement to recado_app, recado_engine;
