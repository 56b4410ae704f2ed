-- owner: engine; execute: app
-- Names of companies, for who runs the installation.
create or replace function core.company_names(p_tenants uuid[])
returns table (id uuid, name text)
language sql stable security definer set search_path = '' as $$
  select t.id, t.name from core.tenant t where t.id = any (p_tenants)
$$;
