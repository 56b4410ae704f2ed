-- owner: engine; execute: app
-- When the next delivery of any company is due; null for none.
create or replace function core.next_webhook()
returns timestamptz
language sql stable security definer set search_path = core, pg_temp as $$
  select min(e.due_at) from webhook_endpoint e where e.state = 'active'
$$;
