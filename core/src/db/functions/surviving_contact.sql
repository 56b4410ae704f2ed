-- owner: engine; execute: app
-- The contact that stands for a person now: the one asked for, or the survivor of its merges.
create or replace function core.surviving_contact(p_tenant uuid, p_contact uuid)
returns uuid
language sql stable set search_path = core, pg_temp as $$
  with recursive way as (
    select c.id, c.merged_into from contact c where c.tenant_id = p_tenant and c.id = p_contact
    union all select c.id, c.merged_into from contact c join way on c.tenant_id = p_tenant and c.id = way.merged_into
  ) select id from way where merged_into is null
$$;
