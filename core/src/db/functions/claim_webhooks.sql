-- owner: engine; execute: app
-- Takes up to p_limit deliveries that are due, endpoint by endpoint, the one that waited longest for its turn first. An
-- endpoint has p_each at once, one that fails has one, and a company p_company beside one for each endpoint that has
-- none, over all nodes. A company that is switched off or blocked has none; what happens in it waits. Endpoints with
-- more left are due again when one of theirs is settled, or in a second. What a node that is gone had is due again.
create or replace function core.claim_webhooks(
  p_node text, p_now timestamptz, p_lease interval, p_limit integer, p_each integer, p_company integer)
returns table (tenant_id uuid, id uuid, endpoint_id uuid, attempt integer)
language plpgsql security definer set search_path = core, pg_temp as $$
#variable_conflict use_column
declare
  turn record;
  v_free integer;
  v_got integer;
  v_left integer := p_limit;
begin
  for turn in
    select e.tenant_id, e.id from webhook_endpoint e
     where (e.tenant_id, e.id) in (
       select d.tenant_id, d.endpoint_id from webhook_delivery d
        where d.state = 'leased' and d.lease_until < now() limit 500)
       for update skip locked
  loop
    update webhook_delivery d set state = 'queued', next_at = p_now, lease_until = null, leased_by = null
     where d.tenant_id = turn.tenant_id and d.endpoint_id = turn.id and d.state = 'leased' and d.lease_until < now();
    update webhook_endpoint e set due_at = p_now where e.tenant_id = turn.tenant_id and e.id = turn.id;
  end loop;
  -- A statement of its own after the lock sees what those who held it before have written.
  for turn in
    select e.tenant_id, e.id, e.failing_since from webhook_endpoint e
     where e.due_at <= p_now and e.state = 'active'
       and exists (select from tenant t where t.id = e.tenant_id and t.status = 'active' and t.blocked_at is null)
     order by e.turn_at nulls first, e.due_at limit p_limit for update skip locked
  loop
    exit when v_left <= 0;
    select least(
             case when turn.failing_since is null then p_each else 1 end
               - count(*) filter (where d.endpoint_id = turn.id),
             -- Whoever has nothing under way has a place: others of the company may all hang.
             greatest(p_company - count(*),
               case when count(*) filter (where d.endpoint_id = turn.id) = 0 then 1 else 0 end),
             v_left)
      into v_free from webhook_delivery d where d.tenant_id = turn.tenant_id and d.state = 'leased';
    return query
      with due as (
        select d.tenant_id, d.id from webhook_delivery d
         where d.tenant_id = turn.tenant_id and d.endpoint_id = turn.id and d.state = 'queued' and d.next_at <= p_now
         order by d.next_at, d.id limit greatest(v_free, 0) for update skip locked)
      update webhook_delivery d
         set state = 'leased', leased_by = p_node, lease_until = now() + p_lease, attempt = d.attempt + 1,
             attempts = d.attempts + 1, begun_at = coalesce(d.begun_at, p_now)
        from due where d.tenant_id = due.tenant_id and d.id = due.id
      returning d.tenant_id, d.id, d.endpoint_id, d.attempt::integer;
    get diagnostics v_got = row_count;
    v_left := v_left - v_got;
    update webhook_endpoint e
       set turn_at = clock_timestamp(),
           due_at = (select case when v_got >= v_free and min(d.next_at) is not null
                                 then greatest(min(d.next_at), p_now + interval '1 second') else min(d.next_at) end
                       from webhook_delivery d
                      where d.tenant_id = turn.tenant_id and d.endpoint_id = turn.id and d.state = 'queued')
     where e.tenant_id = turn.tenant_id and e.id = turn.id;
  end loop;
end
$$;
