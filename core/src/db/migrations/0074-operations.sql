-- What who runs the installation sees of all companies: how much waits to be sent, how the sessions of connections stand.

-- Counts and the oldest of each state, however many wait. It takes the place of an index that nothing used.
create index delivery_waiting on core.delivery (state, created_at) include (connection_id)
  where state in ('queued', 'leased', 'retry');
drop index core.delivery_due;

-- Since when the session has its state; updated_at also moves with every attempt and every change of a person.
alter table core.connection add column status_at timestamptz not null default now();

-- What waits to be sent in all companies, by state; a count ends at p_most. `oldest` is exact.
drop function core.count_deliveries();
create function core.count_deliveries(p_most integer)
  returns table (state text, count bigint, oldest timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select s.state, c.count, o.created_at
      from unnest(array['queued', 'leased', 'retry']) s (state),
      lateral (
        select d.created_at from core.delivery d
         where d.state in ('queued', 'leased', 'retry') and d.state = s.state order by d.created_at limit 1) o,
      lateral (
        select count(*) as count from (
          select 1 from core.delivery d
           where d.state in ('queued', 'leased', 'retry') and d.state = s.state limit p_most) counted) c
  $$;

-- Of the p_most that have waited longest: those whose connection is connected, so that nothing of the company's holds
-- them up.
create function core.count_held_deliveries(p_most integer) returns table (count bigint, oldest timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select count(*), min(w.created_at) from (
      (select d.connection_id, d.created_at from core.delivery d where d.state = 'queued' order by d.created_at limit p_most)
      union all
      (select d.connection_id, d.created_at from core.delivery d where d.state = 'retry' order by d.created_at limit p_most)
    ) w join core.connection c on c.id = w.connection_id
     where c.status = 'connected' and c.is_active and c.deleted_at is null
  $$;

-- Active connections of all companies by the node that has their session, and by what it says. Where no node has it,
-- company and plugin too: it may be a plugin that the company does not have, and then nobody is to have it.
create function core.count_sessions() returns table (node text, status text, tenant_id uuid, plugin text, count bigint)
  language sql stable security definer set search_path = ''
  as $$
    select c.leased_by, c.status, case when c.leased_by is null then c.tenant_id end, case when c.leased_by is null then c.plugin end, count(*)
      from core.connection c join core.tenant t on t.id = c.tenant_id
     where c.deleted_at is null and c.is_active and t.status = 'active' group by 1, 2, 3, 4
  $$;

-- Active connections that cannot work, those that have been so for the shortest time first; last those without a node.
create function core.troubled_sessions(p_limit integer)
  returns table (id uuid, name text, type text, plugin text, tenant_id uuid, company text, status text, detail text, node text, retries integer, since timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select c.id, c.name, c.type, c.plugin, c.tenant_id, t.name, c.status, c.status_detail, c.leased_by, c.retries, c.status_at
      from core.connection c join core.tenant t on t.id = c.tenant_id
     where c.deleted_at is null and c.is_active and t.status = 'active' and (c.status <> 'connected' or c.leased_by is null)
     order by c.leased_by is null, c.status_at desc, c.id limit p_limit
  $$;

create function core.company_names(p_tenants uuid[]) returns table (id uuid, name text)
  language sql stable security definer set search_path = ''
  as $$ select t.id, t.name from core.tenant t where t.id = any (p_tenants) $$;

grant create on schema core to recado_engine;
do $$
declare f regprocedure;
begin
  foreach f in array array[
    'core.count_deliveries(integer)'::regprocedure,
    'core.count_held_deliveries(integer)'::regprocedure,
    'core.count_sessions()'::regprocedure,
    'core.troubled_sessions(integer)'::regprocedure,
    'core.company_names(uuid[])'::regprocedure
  ] loop
    execute format('alter function %s owner to recado_engine', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to recado_app', f);
  end loop;
end $$;
revoke create on schema core from recado_engine;
