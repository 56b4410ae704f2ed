-- owner: engine; execute: app
-- Deleted connections with sends that nobody will make: one that was under way when its connection was deleted, and
-- then had to be repeated or lost its node.
create or replace function core.connections_with_unsent(p_limit integer)
returns table (tenant_id uuid, connection_id uuid)
language sql security definer set search_path = core, pg_temp as $$
  select distinct d.tenant_id, d.connection_id from delivery d
    join connection c on c.tenant_id = d.tenant_id and c.id = d.connection_id
   where c.deleted_at is not null
     and (d.state in ('queued', 'retry') or (d.state = 'leased' and d.lease_until < now()))
   limit p_limit
$$;
