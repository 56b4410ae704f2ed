-- owner: engine; execute: app
-- Gives sessions back, so that another node may have them at once.
create or replace function core.release_connections(p_connections uuid[], p_node text)
returns void
language sql security definer set search_path = core, pg_temp as $$
  update connection c set leased_by = null
    from platform.connection_directory k
   where k.connection_id = any (p_connections) and c.tenant_id = k.tenant_id and c.id = k.connection_id
     and c.leased_by = p_node
$$;
