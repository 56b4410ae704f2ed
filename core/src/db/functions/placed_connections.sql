-- owner: engine; execute: app
-- Connections that may be opened, of every tenant, and the node that has each.
create or replace function core.placed_connections()
returns table (id uuid, tenant_id uuid, plugin text, type text, node text)
language sql stable security definer set search_path = core, pg_temp as $$
  select c.id, c.tenant_id, c.plugin, c.type, c.leased_by from connection c join tenant t on t.id = c.tenant_id
   where c.deleted_at is null and c.is_active and t.status = 'active'
$$;
