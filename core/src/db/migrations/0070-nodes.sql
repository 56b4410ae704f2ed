-- The nodes of the installation. Work that one node does at a time (sessions of connections, duties of the bus, sends)
-- belongs to a node by name, for as long as the node lives; it needs no lease and no renewal of its own.

-- A node adds its row, writes its heartbeat into it, and deletes it when it ends. A living node also holds an advisory
-- lock of its name, which the database frees when the process or its connection ends.
create table platform.node (
  name text primary key,
  version text not null,
  -- The database process that holds the node's advisory locks.
  pid integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- It is stopping: it keeps what it holds until it hands it over, and is given nothing more.
  draining boolean not null default false,
  -- Names of the duties that it is able to do.
  duties text[] not null default '{}'
) with (fillfactor = 50);
grant select, insert, update, delete on platform.node to recado_app;
grant select, update, delete on platform.node to recado_engine;

-- A connection belongs to a living node, and to nobody when its node is gone.
drop function core.active_connections();
drop function core.lease_connections(uuid[], text, interval);
alter table core.connection drop column lease_until;
create index connection_node on core.connection (leased_by) where leased_by is not null;

-- Connections that may be opened, of every tenant, and the node that has each.
create function core.placed_connections() returns table (id uuid, tenant_id uuid, plugin text, type text, node text)
language sql stable security definer set search_path = core, pg_temp as $$
  select c.id, c.tenant_id, c.plugin, c.type, c.leased_by from connection c join tenant t on t.id = c.tenant_id
   where c.deleted_at is null and c.is_active and t.status = 'active'
$$;

-- Gives connections that nobody has to a node. Answers those that it has now, with their fencing tokens; none to a node
-- that was declared dead. The node's row is locked against that meanwhile.
create function core.take_connections(p_connections uuid[], p_node text) returns table (id uuid, fence bigint)
language plpgsql security definer set search_path = core, pg_temp as $$
#variable_conflict use_column
begin
  perform from platform.node n where n.name = p_node for key share;
  if not found then return; end if;
  return query
  with free as (
    select c.id from connection c
     where c.id = any (p_connections)
       and (c.leased_by is null or c.leased_by = p_node or not exists (select from platform.node n where n.name = c.leased_by))
     order by c.id for update skip locked
  )
  update connection c set fence = case when c.leased_by = p_node then c.fence else c.fence + 1 end, leased_by = p_node
    from free where c.id = free.id returning c.id, c.fence;
end $$;

create or replace function core.release_connections(p_connections uuid[], p_node text) returns void
language sql security definer set search_path = core, pg_temp as $$
  update connection set leased_by = null where id = any (p_connections) and leased_by = p_node
$$;

-- As before, and only for connections that the node has: one that was declared dead and does not know it claims nothing.
create or replace function core.claim_deliveries(p_connections uuid[], p_node text, p_lease interval, p_limit integer)
returns table (id uuid, tenant_id uuid, message_id uuid, connection_id uuid, chat text, attempt integer, expired boolean)
language sql security definer set search_path = core, pg_temp as $$
  with heads as (
    select distinct on (d.connection_id, d.chat) d.id, d.state, d.next_at, d.lease_until
      from delivery d
     where d.connection_id = any (array(select c.id from connection c where c.id = any (p_connections) and c.leased_by = p_node))
       and d.state in ('queued', 'leased', 'retry')
     order by d.connection_id, d.chat, d.lane
  ), due as (
    select d.id, d.state from delivery d join heads h on h.id = d.id
     where (h.state in ('queued', 'retry') and h.next_at <= now()) or (h.state = 'leased' and h.lease_until < now())
     limit p_limit for update of d skip locked
  )
  update delivery d set state = 'leased', leased_by = p_node, lease_until = now() + p_lease, attempt = d.attempt + 1
    from due where d.id = due.id
  returning d.id, d.tenant_id, d.message_id, d.connection_id, d.chat, d.attempt, due.state = 'leased'
$$;

-- Takes a node off the list with all that it had: its connections are free, and what it was sending is judged by who
-- takes them. Answers false when somebody else has done so. The node itself calls it at its end.
drop function core.expire_deliveries(text);
create function core.remove_node(p_node text) returns boolean
language plpgsql security definer set search_path = core, pg_temp as $$
begin
  delete from platform.node where name = p_node;
  if not found then return false; end if;
  update connection set leased_by = null where leased_by = p_node;
  update delivery set lease_until = now() - interval '1 second'
   where state = 'leased' and leased_by = p_node and lease_until >= now();
  return true;
end $$;

-- What companies have of the plugins, without the settings.
create function core.plugin_choices(p_tenants uuid[]) returns table (tenant_id uuid, tier text, active boolean, rows jsonb)
language sql stable security definer set search_path = core, pg_temp as $$
  select t.id, core.tier_of(t.id), t.status = 'active',
         coalesce((select jsonb_object_agg(e.plugin, jsonb_build_object('enabled', e.enabled, 'settings', '{}'::jsonb))
                     from plugin_enablement e where e.tenant_id = t.id), '{}')
    from tenant t where t.id = any (p_tenants)
$$;

grant create on schema core to recado_engine;
do $$
declare f regprocedure;
begin
  foreach f in array array[
    'core.placed_connections()'::regprocedure,
    'core.take_connections(uuid[],text)'::regprocedure,
    'core.remove_node(text)'::regprocedure,
    'core.plugin_choices(uuid[])'::regprocedure
  ] loop
    execute format('alter function %s owner to recado_engine', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to recado_app', f);
  end loop;
end $$;
revoke create on schema core from recado_engine;
