-- owner: engine; execute: app
-- Active connections of a plugin in all companies, so that nothing is removed under a company's feet.
create or replace function core.connections_of_plugin(p_plugin text, p_limit integer)
returns table (tenant text, connection text)
language sql stable security definer set search_path = core, pg_temp as $$
  select t.name, c.name from connection c join tenant t on t.id = c.tenant_id
   where c.plugin = p_plugin and c.deleted_at is null and c.is_active and t.status = 'active'
   order by t.name, c.name limit p_limit
$$;
