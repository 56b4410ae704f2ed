-- owner: engine; execute: app
-- A sweep over all companies. Domains that were not checked since p_before, the longest unchecked first.
create or replace function core.due_sso_domains(p_before timestamptz, p_limit integer)
returns table (tenant_id uuid, domain text)
language sql stable security definer set search_path = '' as $$
  select d.tenant_id, d.domain from core.sso_domain d
   where coalesce(d.checked_at, '-infinity') < p_before
   order by d.checked_at nulls first, d.tenant_id, d.domain limit p_limit
$$;
