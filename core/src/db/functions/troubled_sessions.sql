-- owner: engine; execute: app
-- Active connections that cannot work, those that have been so for the shortest time first; last those without a node.
create or replace function core.troubled_sessions(p_limit integer)
returns table (
    id uuid, name text, type text, plugin text, tenant_id uuid, company text, status text, detail text, node text,
    retries integer, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select c.id, c.name, c.type, c.plugin, c.tenant_id, t.name, c.status, c.status_detail, c.leased_by, c.retries,
         c.status_at
    from core.connection c join core.tenant t on t.id = c.tenant_id
   where c.deleted_at is null and c.is_active and t.status = 'active'
     and (c.status <> 'connected' or c.leased_by is null)
   order by c.leased_by is null, c.status_at desc, c.id limit p_limit
$$;
