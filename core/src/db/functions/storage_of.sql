-- owner: database; execute: app, engine
-- Bytes of all files of a company.
create or replace function core.storage_of(p_tenant uuid)
returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(u.bytes), 0)::bigint from core.media_use u where u.tenant_id = p_tenant
$$;
