-- owner: database; execute: app, engine
-- What counts against the limits of a company.
create or replace function core.use_of(p_tenant uuid)
returns table (
    users integer, connected_users integer, connections integer, contacts integer, active_queues integer,
    active_connections integer, storage double precision)
language sql stable set search_path = '' as $$
  select (select count(*) from core.user_account u
           where u.tenant_id = p_tenant and core.takes_place(u, now()))::integer,
         (select count(distinct s.user_id) from core.session s
           where s.tenant_id = p_tenant and s.ended_at is null and s.expires_at > now()
             and s.last_seen_at > now() - interval '15 minutes')::integer,
         (select count(*) from core.connection c where c.tenant_id = p_tenant and c.deleted_at is null)::integer,
         (select count(*) from core.contact c where c.tenant_id = p_tenant and c.merged_into is null)::integer,
         (select count(*) from core.queue q where q.tenant_id = p_tenant and q.is_active)::integer,
         (select count(*) from core.connection c
           where c.tenant_id = p_tenant and c.deleted_at is null and c.is_active)::integer,
         round(core.storage_of(p_tenant) / 1000000.0, 1)::double precision
$$;
