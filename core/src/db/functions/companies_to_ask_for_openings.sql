-- owner: engine; execute: app
-- Companies whose opening hours are to be asked for: those that changed, whose time has come, and new ones.
create or replace function core.companies_to_ask_for_openings(p_limit integer)
returns table (tenant_id uuid)
language sql stable security definer set search_path = '' as $$
  (select k.tenant_id from core.openings_kept k where k.due_at <= now() order by k.due_at limit p_limit)
  union all
  (select t.id from core.tenant t
    where not exists (select from core.openings_kept k where k.tenant_id = t.id) limit p_limit)
  limit p_limit
$$;
