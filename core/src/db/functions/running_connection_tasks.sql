-- owner: engine; execute: app
-- Long work of these kinds that runs on the given connections.
create or replace function core.running_connection_tasks(p_connections uuid[], p_kinds text[])
returns table (tenant_id uuid, connection_id uuid, kind text)
language sql security definer set search_path = '' as $$
  select t.tenant_id, t.connection_id, t.kind
    from platform.connection_directory k
    join core.connection_task t on t.tenant_id = k.tenant_id and t.connection_id = k.connection_id
   where k.connection_id = any (p_connections) and t.kind = any (p_kinds) and t.state = 'running'
$$;
