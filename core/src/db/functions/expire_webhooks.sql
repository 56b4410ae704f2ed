-- owner: engine; execute: app
-- Deletes up to p_limit deliveries, with their attempts, that are done and older than a moment, of all companies, and
-- addresses of plugins that nothing was sent to since. Answers how many deliveries.
create or replace function core.expire_webhooks(p_before timestamptz, p_limit integer)
returns integer
language sql security definer set search_path = core, pg_temp as $$
  delete from webhook_endpoint e
   where e.plugin is not null and e.updated_at < p_before
     and not exists (select from webhook_delivery d where d.tenant_id = e.tenant_id and d.endpoint_id = e.id);
  with old as (
    select d.tenant_id, d.id from webhook_delivery d
     where d.created_at < p_before and d.state in ('sent', 'failed') limit p_limit for update skip locked
  ), gone as (
    delete from webhook_delivery d using old where d.tenant_id = old.tenant_id and d.id = old.id returning 1
  )
  select count(*)::integer from gone
$$;
