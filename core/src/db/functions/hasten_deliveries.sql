-- owner: engine; execute: app
-- Messages whose next try is still to come are tried at once: those that certainly were not sent. A leased one may have
-- been sent by the node that held it, and an unknown one too: both stay with who judges them, and with people.
create or replace function core.hasten_deliveries(p_waiting interval)
returns integer
language sql security definer set search_path = '' as $$
  with hastened as (
    update core.delivery d set next_at = now()
     where d.state = 'retry' and d.lease_until is null and d.next_at > now() and d.created_at < now() - p_waiting
       and d.error ->> 'certain' = 'true'
    returning 1)
  select count(*)::integer from hastened
$$;
