-- owner: engine; execute: app
-- Tickets of all companies that have been idle for too long, with what is to become of them; at most p_each of a queue
-- at once, so that a full one does not keep others waiting. Whoever acts looks again, under a lock, whether it is still
-- so.
create or replace function core.idle_tickets(p_now timestamptz, p_each integer, p_limit integer)
returns table (tenant_id uuid, ticket_id uuid, act text, idle_since text)
language sql stable security definer set search_path = '' as $$
  with company as (
    select s.tenant_id,
           coalesce(max(s.value::text::integer) filter (where s.key = 'autoCloseMinutes'), 0) as close_after,
           coalesce(max(s.value::text::integer) filter (where s.key = 'returnToQueueMinutes'), 0) as return_after,
           coalesce(bool_or(s.value::text::boolean) filter (where s.key = 'autoCloseSparesWaiting'), false) as spares
      from core.setting s where s.key in ('autoCloseMinutes', 'returnToQueueMinutes', 'autoCloseSparesWaiting')
     group by s.tenant_id
  ), place as (
    select q.tenant_id, q.id as queue_id, coalesce(q.auto_close_minutes, c.close_after, 0) as close_after,
           coalesce(q.return_to_queue_minutes, c.return_after, 0) as return_after, coalesce(c.spares, false) as spares
      from core.queue q left join company c on c.tenant_id = q.tenant_id
    union all select c.tenant_id, null, c.close_after, c.return_after, c.spares from company c
  ), due as (
    select p.tenant_id, found.id, found.act, found.idle_since from place p cross join lateral (
      (select t.id, 'close' as act, t.idle_since from core.ticket t
        where p.close_after > 0 and p.queue_id is not null and t.tenant_id = p.tenant_id and t.queue_id = p.queue_id
          and t.status in ('open', 'pending')
          and t.answered = any (case when p.spares then array[true] else array[true, false] end)
          and t.idle_since <= p_now - make_interval(mins => p.close_after) limit p_each)
      union all
      (select t.id, 'close', t.idle_since from core.ticket t
        where p.close_after > 0 and p.queue_id is null and t.tenant_id = p.tenant_id and t.queue_id is null
          and t.status in ('open', 'pending')
          and t.answered = any (case when p.spares then array[true] else array[true, false] end)
          and t.idle_since <= p_now - make_interval(mins => p.close_after) limit p_each)
      union all
      (select t.id, 'return', t.idle_since from core.ticket t
        where p.return_after > 0 and p.queue_id is not null and t.tenant_id = p.tenant_id and t.queue_id = p.queue_id
          and t.status = 'open' and t.answered = any (array[true, false])
          and t.idle_since <= p_now - make_interval(mins => p.return_after) limit p_each)
      union all
      (select t.id, 'return', t.idle_since from core.ticket t
        where p.return_after > 0 and p.queue_id is null and t.tenant_id = p.tenant_id and t.queue_id is null
          and t.status = 'open' and t.answered = any (array[true, false])
          and t.idle_since <= p_now - make_interval(mins => p.return_after) limit p_each)
    ) found
     where found.act = 'close' or p.close_after = 0 or p.return_after < p.close_after
  )
  -- A ticket that is due for both is closed.
  select distinct on (d.id, d.tenant_id) d.tenant_id, d.id, d.act, d.idle_since::text
    from due d order by d.id, d.tenant_id, d.act limit p_limit
$$;
