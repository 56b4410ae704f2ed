-- owner: engine; execute: app
-- How many companies, users and connections there are.
create or replace function core.count_installation()
returns table (companies bigint, users bigint, connections bigint)
language sql stable security definer set search_path = '' as $$
  select (select count(*) from core.tenant), (select count(*) from core.user_account where deleted_at is null),
         (select count(*) from core.connection where deleted_at is null)
$$;
