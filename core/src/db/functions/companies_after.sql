-- owner: engine; execute: app
-- The companies in the order of their ids, for work that goes through all of them.
create or replace function core.companies_after(p_after uuid, p_limit integer)
returns table (tenant_id uuid)
language sql stable security definer set search_path = '' as $$
  select t.id from core.tenant t where p_after is null or t.id > p_after order by t.id limit p_limit
$$;
