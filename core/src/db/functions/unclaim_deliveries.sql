-- owner: engine; execute: app
-- Gives back what a node claimed without ever learning of it, because the connection ended with the answer on its way:
-- nothing of it was sent, and the try does not count.
create or replace function core.unclaim_deliveries(p_node text, p_known uuid[])
returns void
language sql security definer set search_path = core, pg_temp as $$
  update delivery set state = case when attempt > 1 then 'retry' else 'queued' end, lease_until = null,
      leased_by = null, attempt = attempt - 1
   where state = 'leased' and leased_by = p_node and lease_until >= now() and not id = any (p_known)
$$;
