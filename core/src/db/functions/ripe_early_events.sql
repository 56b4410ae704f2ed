-- owner: engine; execute: app
-- Waiting changes whose message is there by now: a change and its message that were stored in the same moment. Also
-- forgets what waited for a day in vain.
create or replace function core.ripe_early_events(p_limit integer)
returns table (tenant_id uuid, connection_id uuid, external_id text)
language sql security definer set search_path = core, pg_temp as $$
  with stale as (delete from early_event where created_at < now() - interval '1 day')
  select e.tenant_id, e.connection_id, e.external_id from early_event e
    join message m on m.tenant_id = e.tenant_id and m.connection_id = e.connection_id and m.external_id = e.external_id
  union
  select e.tenant_id, e.connection_id, e.external_id from early_event e
    join message m on m.tenant_id = e.tenant_id and m.connection_id = e.connection_id
                  and m.poll_id = substr(e.external_id, length('poll:') + 1)
   where e.external_id like 'poll:%'
   limit p_limit
$$;
