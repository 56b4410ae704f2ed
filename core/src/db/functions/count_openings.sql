-- owner: engine; execute: app
-- Chats that wait to be begun through a connection, at most p_most.
create or replace function core.count_openings(p_tenant uuid, p_connection uuid, p_most integer)
returns integer
language sql stable security definer set search_path = core, pg_temp as $$
  select count(*)::integer from (
    select from delivery_lane l
     where l.tenant_id = p_tenant and l.connection_id = p_connection and l.opens limit p_most) waiting
$$;
