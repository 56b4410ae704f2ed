-- owner: database; execute: app
-- How every consumer stands: events of the log that it has not taken care of and the age of the first, events that wait
-- for another try, events that were given up. Counts end at p_most. Its cost must not follow what the planner makes of
-- a table in which one consumer may have everything: only indexes are read, and no further than that.
create or replace function bus.consumer_standing(p_most integer)
returns table (name text, lag bigint, lag_seconds double precision, parked bigint, dead bigint)
language sql stable set search_path = '' set enable_seqscan = off set enable_bitmapscan = off as $$
  select c.name, h.seq - c.seq, coalesce(extract(epoch from clock_timestamp() - unread.at), 0)::double precision,
         parked.count, dead.count
    from bus.cursor c cross join bus.head h
    left join lateral (select l.at from bus.log l where l.seq > c.seq order by l.seq limit 1) unread on true
    cross join lateral (
      select count(*) as count from (
        select 1 from bus.parked q where q.consumer = c.name and q.dead_at is null limit p_most) p) parked
    cross join lateral (
      select count(*) as count from (
        select 1 from bus.parked q
         where q.consumer = c.name and q.dead_at is not null and q.discarded_at is null limit p_most) d) dead
   order by c.name
$$;
