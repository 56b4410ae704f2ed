-- functions: keep_directory
-- Keys with which programs call routes of plugins (decision 174). The key names the company.
create table core.plugin_key (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  plugin text not null,
  -- What of the plugin the key stands for. It keeps its idempotency and its budget when the key is changed.
  holder uuid not null,
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  last4 text not null,
  created_at timestamptz not null default now(),
  -- Null: until it is replaced or revoked.
  ends_at timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, id)
);
create index plugin_key_holder on core.plugin_key (tenant_id, plugin, holder);
alter table core.plugin_key enable row level security, force row level security;
create policy tenant_wall on core.plugin_key
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.plugin_key to recado_app, recado_engine;

create table platform.plugin_key_directory (
  key_id uuid primary key,
  tenant_id uuid not null
);
grant select, insert, delete on platform.plugin_key_directory to recado_engine;
create trigger plugin_key_listed after insert or delete on core.plugin_key for each row
  execute function core.keep_directory();
