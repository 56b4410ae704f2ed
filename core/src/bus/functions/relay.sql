-- owner: database; execute: app
-- Moves up to p_limit events from the outbox to the end of the log and answers them in order. The head is locked before
-- anything is looked at, so that two relays can never interleave; a second statement then sees what the first one left.
-- A session keeps the plan it made while the outbox was empty: without the index it would then read all of a backlog
-- for each batch. By its index the cost of a batch does not depend on how much waits behind it.
create or replace function bus.relay(p_limit integer)
returns setof bus.log
language plpgsql set search_path = '' set enable_seqscan = off as $$
declare v_head bigint; v_count bigint;
begin
  select h.seq into v_head from bus.head h for update;
  return query
    with taken as (
      -- One snapshot sees both, so what is up to the last of the first ones is just these.
      delete from bus.outbox o
       where o.id <= (select max(f.id) from (select i.id from bus.outbox i order by i.id limit p_limit) f)
      returning o.*),
    moved as (
      insert into bus.log (seq, event_id, tenant_id, name, key, data, at)
      select v_head + row_number() over (order by id), event_id, tenant_id, name, key, data, at from taken
      returning *)
    select * from moved order by seq;
  get diagnostics v_count = row_count;
  if v_count > 0 then update bus.head set seq = v_head + v_count; end if;
end $$;
