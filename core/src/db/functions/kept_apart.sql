-- owner: engine; execute: nobody
-- Somebody undid a merge of these two: they are not joined by themselves again.
create or replace function core.kept_apart(p_tenant uuid, p_one uuid, p_other uuid)
returns boolean
language sql stable set search_path = core, pg_temp as $$
  select exists (
    select 1 from contact_merge m
     where m.tenant_id = p_tenant and m.undone_at is not null
       and ((m.from_id = p_one and m.into_id = p_other) or (m.from_id = p_other and m.into_id = p_one)))
$$;
