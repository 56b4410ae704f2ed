-- owner: engine; execute: app
-- Companies with entries to seal. Only what the server itself wrote is ever sealed.
create or replace function core.companies_to_seal(p_limit integer)
returns table (tenant_id uuid)
language sql stable security definer set search_path = '' as $$
  select distinct p.tenant_id from core.audit_pending p where p.writer = 'recado_app' limit p_limit
$$;
