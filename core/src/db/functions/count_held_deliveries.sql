-- owner: engine; execute: app
-- Of the p_most that have waited longest: those whose connection is connected, so that nothing of the company's holds
-- them up.
create or replace function core.count_held_deliveries(p_most integer)
returns table (count bigint, oldest timestamptz)
language sql stable security definer set search_path = '' as $$
  select count(*), min(w.created_at) from (
    (select d.tenant_id, d.connection_id, d.created_at from core.delivery d where d.state = 'queued'
      order by d.created_at limit p_most)
    union all
    (select d.tenant_id, d.connection_id, d.created_at from core.delivery d where d.state = 'retry'
      order by d.created_at limit p_most)
  ) w join core.connection c on c.tenant_id = w.tenant_id and c.id = w.connection_id
   where c.status = 'connected' and c.is_active and c.deleted_at is null
$$;
