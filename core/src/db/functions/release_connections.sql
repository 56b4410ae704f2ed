-- owner: engine; execute: app
-- Gives sessions back, so that another node may have them at once.
create or replace function core.release_connections(p_connections uuid[], p_node text)
returns void
language sql security definer set search_path = core, pg_temp as $$
  update connection set leased_by = null where id = any (p_connections) and leased_by = p_node
$$;
