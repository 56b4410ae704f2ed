-- owner: engine; execute: app
-- Active connections of all companies by the node that has their session, and by what it says. Where no node has it,
-- company and plugin too: it may be a plugin that the company does not have, and then nobody is to have it.
create or replace function core.count_sessions()
returns table (node text, status text, tenant_id uuid, plugin text, count bigint)
language sql stable security definer set search_path = '' as $$
  select c.leased_by, c.status, case when c.leased_by is null then c.tenant_id end,
         case when c.leased_by is null then c.plugin end, count(*)
    from core.connection c join core.tenant t on t.id = c.tenant_id
   where c.deleted_at is null and c.is_active and t.status = 'active' group by 1, 2, 3, 4
$$;
