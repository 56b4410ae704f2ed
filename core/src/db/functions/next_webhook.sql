-- owner: engine; execute: app
-- When the next delivery of any company that is neither switched off nor blocked is due; null for none.
create or replace function core.next_webhook()
returns timestamptz
language sql stable security definer set search_path = core, pg_temp as $$
  select min(e.due_at) from webhook_endpoint e
   where e.state = 'active'
     and exists (select from tenant t where t.id = e.tenant_id and t.status = 'active' and t.blocked_at is null)
$$;
