-- owner: engine; execute: app
-- What is due to come back, in all companies, the longest due first. Whoever brings one back locks it and looks again.
create or replace function core.due_snoozes(p_now timestamptz, p_limit integer)
returns table (tenant_id uuid, ticket_id uuid)
language sql stable security definer set search_path = '' as $$
  select t.tenant_id, t.id from core.ticket t
   where t.snoozed_until <= p_now order by t.snoozed_until, t.id limit p_limit
$$;
