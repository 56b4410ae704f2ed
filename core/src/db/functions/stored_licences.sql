-- owner: engine; execute: app
-- Stored licences by company, for looking at them again.
create or replace function core.stored_licences(p_after uuid, p_limit integer)
returns table (tenant_id uuid)
language sql stable security definer set search_path = '' as $$
  select l.tenant_id from core.licence l
   where p_after is null or l.tenant_id > p_after order by l.tenant_id limit p_limit
$$;
