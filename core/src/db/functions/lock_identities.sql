-- owner: engine; execute: app
-- Serialises who first sees an identity. All that a transaction needs are taken at once and in one order.
create or replace function core.lock_identities(p_tenant uuid[], p_kind text[], p_value text[])
returns void
language plpgsql volatile set search_path = core, pg_temp as $$
declare lock_key bigint;
begin
  for lock_key in select distinct hashtextextended(u.tenant::text || u.kind || u.value, 0)
      from unnest(p_tenant, p_kind, p_value) u (tenant, kind, value) order by 1 loop
    perform pg_advisory_xact_lock(lock_key);
  end loop;
end $$;
