-- owner: engine; execute: app
-- A key of a plugin; the tenant is not known before.
create or replace function core.find_plugin_key(p_id uuid)
returns table (
    key_id uuid, tenant_id uuid, plugin text, holder uuid, secret_hash bytea, ends_at timestamptz, active boolean,
    blocked boolean)
language sql stable security definer set search_path = '' as $$
  select k.id, k.tenant_id, k.plugin, k.holder, k.secret_hash, k.ends_at, t.status = 'active', t.blocked_at is not null
    from platform.plugin_key_directory d
    join core.plugin_key k on k.tenant_id = d.tenant_id and k.id = d.key_id
    join core.tenant t on t.id = k.tenant_id
   where d.key_id = p_id
$$;
