-- owner: engine; execute: app
-- Which tenant a connection belongs to: asked by the front door before any tenant is known.
create or replace function core.find_connection(p_connection uuid)
returns table (id uuid, tenant_id uuid, plugin text, type text, hook_secret text, is_active boolean)
language sql stable security definer set search_path = core, pg_temp as $$
  select c.id, c.tenant_id, c.plugin, c.type, c.hook_secret, c.is_active and t.status = 'active'
    from platform.connection_directory d
    join connection c on c.tenant_id = d.tenant_id and c.id = d.connection_id
    join tenant t on t.id = d.tenant_id
   where d.connection_id = p_connection and c.deleted_at is null
$$;
