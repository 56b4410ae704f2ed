-- owner: database; execute: public, app, engine
-- The tenant of the current transaction; null outside of one, so that policies show nothing.
create or replace function core.current_tenant()
returns uuid
language sql stable parallel safe as $$
  select nullif(current_setting('app.tenant', true), '')::uuid
$$;
