-- What time does with a ticket: closing it and giving it back to its queue after inactivity.

alter table core.ticket
  -- When it was last given to somebody.
  add column assigned_at timestamptz;
-- Since when nothing has happened: no message either way, nobody took it up, nobody was given it.
alter table core.ticket add column idle_since timestamptz not null generated always as (greatest(coalesce(last_message_at, created_at), started_at, assigned_at)) stored;

-- By place first: each queue may have times of its own. What waits for an answer stands apart, so that companies that
-- spare it do not step over it.
create index ticket_idle on core.ticket (tenant_id, queue_id, status, answered, idle_since) where status in ('open', 'pending');
create index setting_key on core.setting (key, tenant_id);

-- Of a queue, where it differs from the company's; null is the company's.
alter table core.queue
  add column auto_close_minutes integer check (auto_close_minutes >= 0),
  add column return_to_queue_minutes integer check (return_to_queue_minutes >= 0);

-- Tickets of all companies that have been idle for too long, with what is to become of them; at most p_each of a queue at
-- once, so that a full one does not keep others waiting. Whoever acts looks again, under a lock, whether it is still so.
create function core.idle_tickets(p_now timestamptz, p_each integer, p_limit integer)
  returns table (tenant_id uuid, ticket_id uuid, act text, idle_since text)
  language sql stable security definer set search_path = ''
  as $$
    with company as (
      select s.tenant_id, coalesce(max(s.value::text::integer) filter (where s.key = 'autoCloseMinutes'), 0) as close_after,
             coalesce(max(s.value::text::integer) filter (where s.key = 'returnToQueueMinutes'), 0) as return_after,
             coalesce(bool_or(s.value::text::boolean) filter (where s.key = 'autoCloseSparesWaiting'), false) as spares
        from core.setting s where s.key in ('autoCloseMinutes', 'returnToQueueMinutes', 'autoCloseSparesWaiting') group by s.tenant_id
    ), place as (
      select q.tenant_id, q.id as queue_id, coalesce(q.auto_close_minutes, c.close_after, 0) as close_after, coalesce(q.return_to_queue_minutes, c.return_after, 0) as return_after, coalesce(c.spares, false) as spares
        from core.queue q left join company c on c.tenant_id = q.tenant_id
      union all select c.tenant_id, null, c.close_after, c.return_after, c.spares from company c
    ), due as (
      select p.tenant_id, found.id, found.act, found.idle_since from place p cross join lateral (
        (select t.id, 'close' as act, t.idle_since from core.ticket t
          where p.close_after > 0 and p.queue_id is not null and t.tenant_id = p.tenant_id and t.queue_id = p.queue_id and t.status in ('open', 'pending')
            and t.answered = any (case when p.spares then array[true] else array[true, false] end) and t.idle_since <= p_now - make_interval(mins => p.close_after) limit p_each)
        union all
        (select t.id, 'close', t.idle_since from core.ticket t
          where p.close_after > 0 and p.queue_id is null and t.tenant_id = p.tenant_id and t.queue_id is null and t.status in ('open', 'pending')
            and t.answered = any (case when p.spares then array[true] else array[true, false] end) and t.idle_since <= p_now - make_interval(mins => p.close_after) limit p_each)
        union all
        (select t.id, 'return', t.idle_since from core.ticket t
          where p.return_after > 0 and p.queue_id is not null and t.tenant_id = p.tenant_id and t.queue_id = p.queue_id and t.status = 'open' and t.answered = any (array[true, false])
            and t.idle_since <= p_now - make_interval(mins => p.return_after) limit p_each)
        union all
        (select t.id, 'return', t.idle_since from core.ticket t
          where p.return_after > 0 and p.queue_id is null and t.tenant_id = p.tenant_id and t.queue_id is null and t.status = 'open' and t.answered = any (array[true, false])
            and t.idle_since <= p_now - make_interval(mins => p.return_after) limit p_each)
      ) found
       where found.act = 'close' or p.close_after = 0 or p.return_after < p.close_after
    )
    -- What is due for both is closed.
    select distinct on (d.id) d.tenant_id, d.id, d.act, d.idle_since::text from due d order by d.id, d.act limit p_limit
  $$;

grant create on schema core to recado_engine;
alter function core.idle_tickets(timestamptz, integer, integer) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke all on function core.idle_tickets(timestamptz, integer, integer) from public;
grant execute on function core.idle_tickets(timestamptz, integer, integer) to recado_app;
