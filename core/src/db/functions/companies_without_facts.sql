-- owner: engine; execute: app
-- Companies whose numbers were never made: those of before there were any, and new ones.
create or replace function core.companies_without_facts(p_limit integer)
returns table (tenant_id uuid)
language sql stable security definer set search_path = '' as $$
  select t.id from core.tenant t
   where not exists (select from core.facts_kept k where k.tenant_id = t.id) limit p_limit
$$;
