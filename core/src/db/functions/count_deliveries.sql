-- owner: engine; execute: app
-- What waits to be sent in all companies, by state and no further than p_most each, and since when the oldest does.
-- Sent messages are not counted: there is no end of them.
create or replace function core.count_deliveries(p_most integer)
returns table (state text, count bigint, oldest timestamptz)
language sql stable security definer set search_path = '' as $$
  select s.state, c.count, o.created_at
    from unnest(array['queued', 'leased', 'retry']) s (state),
    lateral (
      select d.created_at from core.delivery d
       where d.state in ('queued', 'leased', 'retry') and d.state = s.state order by d.created_at limit 1) o,
    lateral (
      select count(*) as count from (
        select 1 from core.delivery d
         where d.state in ('queued', 'leased', 'retry') and d.state = s.state limit p_most) counted) c
$$;
