-- owner: engine; execute: app
-- Has the numbers of all companies, or of those that are called so, made anew by the next sweep, and their opening
-- hours of the past with them; answers their names.
create or replace function core.ask_for_new_facts(p_company text)
returns table (company text)
language sql volatile security definer set search_path = '' as $$
  with asked as (
    select t.id, t.name from core.tenant t where p_company is null or lower(t.name) = lower(p_company)
  ), forgotten as (
    delete from core.facts_kept k using asked a where k.tenant_id = a.id
  ), closed as (
    delete from core.openings_kept k using asked a where k.tenant_id = a.id
  )
  select a.name from asked a order by a.name
$$;
