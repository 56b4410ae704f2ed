-- owner: engine; execute: app
-- Brings the numbers of all companies up to what has happened: adds up the messages that wait to be counted and reads
-- the tickets again that have changed. Answers how many rows it took; fewer than p_limit means that none waits.
create or replace function core.settle_facts(p_limit integer)
returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_count integer;
  v_tenants uuid[];
  v_tickets uuid[];
begin
  -- One at a time: of two readings of a ticket the younger one is kept.
  perform pg_advisory_xact_lock(hashtext('core.settle_facts'));
  with gone as (
    delete from core.fact_due d using (select o.tenant_id, o.id from core.fact_due o limit p_limit) o
     where d.tenant_id = o.tenant_id and d.id = o.id returning d.*
  ), counted as (
    insert into core.message_fact as f (tenant_id, hour, connection_id, from_me, author, messages)
    select g.tenant_id, g.hour, g.connection_id, g.from_me, g.author, sum(g.messages)
      from gone g where g.messages is not null
     group by g.tenant_id, g.hour, g.connection_id, g.from_me, g.author having sum(g.messages) <> 0
    on conflict (tenant_id, hour, connection_id, from_me, author)
      do update set messages = f.messages + excluded.messages
  ), touched as (
    select distinct g.tenant_id, g.ticket_id from gone g where g.ticket_id is not null
  )
  select (select count(*) from gone), coalesce(array_agg(t.tenant_id), '{}'), coalesce(array_agg(t.ticket_id), '{}')
    into v_count, v_tenants, v_tickets from touched t;

  -- A statement of its own, which sees all that those who noted the tickets have done.
  insert into core.ticket_fact as f (tenant_id, ticket_id, opened_at, taken_at, answered_at, closed_at, user_id,
    queue_id, connection_id, bot, transfers, reopenings)
  select t.tenant_id, t.id, t.created_at, least(l.taken_at, t.started_at), a.at,
         case when t.status = 'closed' then t.closed_at end, t.user_id, t.queue_id, t.connection_id, t.bot, l.transfers,
         greatest(l.closings - case when t.status = 'closed' then 1 else 0 end, 0)
    from unnest(v_tenants, v_tickets) d (tenant_id, ticket_id)
    join core.ticket t on t.tenant_id = d.tenant_id and t.id = d.ticket_id
   cross join lateral (
     select count(*) filter (where e.type = 'transfered') as transfers,
            count(*) filter (where e.type in ('closed', 'autoClose')) as closings,
            -- It may have been given back since: its row tells of the last time alone.
            min(e.created_at) filter (where e.type = 'open') as taken_at
       from core.ticket_log e where e.tenant_id = t.tenant_id and e.ticket_id = t.id) l
    left join lateral (
     select m.sent_at as at from core.message m
      where m.tenant_id = t.tenant_id and m.ticket_id = t.id and m.from_me
        and m.user_id is not null and m.sent_at >= t.created_at
      order by m.sent_at, m.id limit 1) a on true
   where not t.is_group and t.merged_into is null
     and (t.last_message_at is not null
       or not exists (select from core.message m where m.tenant_id = t.tenant_id and m.ticket_id = t.id))
  -- Messages and logs of the past may have been deleted since for their age.
  on conflict (tenant_id, ticket_id) do update set
    taken_at = least(f.taken_at, excluded.taken_at), answered_at = least(f.answered_at, excluded.answered_at),
    closed_at = excluded.closed_at, user_id = excluded.user_id, queue_id = excluded.queue_id,
    connection_id = excluded.connection_id, bot = excluded.bot,
    transfers = greatest(f.transfers, excluded.transfers), reopenings = greatest(f.reopenings, excluded.reopenings);

  delete from core.ticket_fact f using unnest(v_tenants, v_tickets) d (tenant_id, ticket_id), core.ticket t
   where f.tenant_id = d.tenant_id and f.ticket_id = d.ticket_id and t.tenant_id = d.tenant_id and t.id = d.ticket_id
     and t.merged_into is not null;
  return v_count;
end $$;
