-- owner: engine; execute: app
-- Gives connections that nobody has to a node. Answers those that it has now, with their fencing tokens; none to a node
-- that was declared dead. The node's row is locked against that meanwhile.
create or replace function core.take_connections(p_connections uuid[], p_node text)
returns table (id uuid, fence bigint)
language plpgsql security definer set search_path = core, pg_temp as $$
#variable_conflict use_column
begin
  perform from platform.node n where n.name = p_node for key share;
  if not found then return; end if;
  return query
  with free as (
    select c.tenant_id, c.id
      from platform.connection_directory k
      join connection c on c.tenant_id = k.tenant_id and c.id = k.connection_id
     where k.connection_id = any (p_connections)
       and (c.leased_by is null or c.leased_by = p_node
           or not exists (select from platform.node n where n.name = c.leased_by))
     order by c.id for update of c skip locked
  )
  update connection c set fence = case when c.leased_by = p_node then c.fence else c.fence + 1 end, leased_by = p_node
    from free where c.tenant_id = free.tenant_id and c.id = free.id returning c.id, c.fence;
end $$;
