-- What a company says about itself, and the tools of who runs the installation.

-- Its own words, and nothing of what it may use.
grant update (name, locale, time_zone, updated_at) on core.tenant to recado_app;

-- The newest privacy notice that anybody has answered: a notice that was taken away and comes back must ask everybody again.
create function core.latest_consent_version() returns integer language sql stable security definer set search_path = ''
  as $$ select coalesce(max(version), 0) from core.consent $$;

-- What waits to be sent in all companies, by state. Sent messages are not counted: there is no end of them.
create function core.count_deliveries()
  returns table (state text, count bigint, oldest timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select d.state, count(*), min(d.created_at) from core.delivery d where d.state in ('queued', 'leased', 'retry') group by d.state
  $$;

-- Messages whose next try is still to come are tried at once: those that certainly were not sent. A leased one may have
-- been sent by the node that held it, and an unknown one too: both stay with who judges them, and with people.
create function core.hasten_deliveries(p_waiting interval) returns integer
  language sql security definer set search_path = ''
  as $$
    with hastened as (
      update core.delivery d set next_at = now()
       where d.state = 'retry' and d.lease_until is null and d.next_at > now() and d.created_at < now() - p_waiting and d.error ->> 'certain' = 'true'
      returning 1)
    select count(*)::integer from hastened
  $$;

create function core.count_installation()
  returns table (companies bigint, users bigint, connections bigint)
  language sql stable security definer set search_path = ''
  as $$
    select (select count(*) from core.tenant), (select count(*) from core.user_account where deleted_at is null), (select count(*) from core.connection where deleted_at is null)
  $$;

grant create on schema core to recado_engine;
do $$
declare f regprocedure;
begin
  foreach f in array array['core.latest_consent_version()'::regprocedure, 'core.count_deliveries()'::regprocedure, 'core.hasten_deliveries(interval)'::regprocedure, 'core.count_installation()'::regprocedure] loop
    execute format('alter function %s owner to recado_engine', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to recado_app', f);
  end loop;
end $$;
revoke create on schema core from recado_engine;
