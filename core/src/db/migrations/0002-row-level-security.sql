-- The second wall. The first is the explicit tenant predicate in every query; see docs/decisions/003-two-walls.md.
do $$
declare t record;
begin
  for t in
    select c.oid::regclass as name, (a.attname = 'id') as is_tenant
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = case when c.relname = 'tenant' then 'id' else 'tenant_id' end and not a.attisdropped
     where n.nspname = 'core' and c.relkind = 'r'
  loop
    execute format('alter table %s enable row level security', t.name);
    execute format('alter table %s force row level security', t.name);
    execute format(
      'create policy tenant_wall on %s using (%I = (select core.current_tenant())) with check (%I = (select core.current_tenant()))',
      t.name, case when t.is_tenant then 'id' else 'tenant_id' end, case when t.is_tenant then 'id' else 'tenant_id' end);
  end loop;
end $$;

grant usage on schema core to recado_app, recado_engine;
grant select, insert, update, delete on all tables in schema core to recado_app, recado_engine;
grant usage on all sequences in schema core to recado_app, recado_engine;
grant execute on function core.current_tenant() to recado_app, recado_engine;
-- Only platform work creates tenants; the app role may read its own row and nothing else of that table.
revoke insert, update, delete on core.tenant from recado_app;
