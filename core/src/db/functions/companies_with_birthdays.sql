-- owner: engine; execute: app
-- Companies that congratulate.
create or replace function core.companies_with_birthdays()
returns table (tenant_id uuid, time_zone text)
language sql stable security definer set search_path = '' as $$
  select t.id, t.time_zone from core.setting s join core.tenant t on t.id = s.tenant_id
   where s.key = 'birthdayMessages' and s.value = 'true' and t.status = 'active'
$$;
