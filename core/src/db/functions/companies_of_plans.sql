-- owner: engine; execute: app
-- How many companies have each of the plans.
create or replace function core.companies_of_plans(p_plans uuid[])
returns table (plan_id uuid, companies integer)
language sql stable security definer set search_path = '' as $$
  select t.plan_id, count(*)::integer from core.tenant t where t.plan_id = any (p_plans) group by t.plan_id
$$;
