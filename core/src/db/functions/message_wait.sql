-- owner: engine; execute: app
-- Where a message that has not gone out stands: its own intent, whether an earlier one of the chat goes first, and, if
-- it begins the chat, how many other chats wait to be begun before it (at most p_most).
create or replace function core.message_wait(p_tenant uuid, p_message uuid, p_most integer)
returns table (
    connection_id uuid, state text, attempt integer, next_at timestamptz, is_behind boolean, opens boolean,
    ahead integer)
language sql stable security definer set search_path = core, pg_temp as $$
  select d.connection_id, d.state, d.attempt, d.next_at, h.id <> d.id, l.opens,
      case when l.opens then (
        select count(*)::integer from (
          select from delivery_lane o
           where o.tenant_id = l.tenant_id and o.connection_id = l.connection_id and o.opens and o.due_at < l.due_at
           limit p_most) before) end
    from delivery d
    join delivery_lane l on l.tenant_id = d.tenant_id and l.connection_id = d.connection_id and l.chat = d.chat
   cross join lateral (
     select w.id from delivery w
      where w.tenant_id = d.tenant_id and w.connection_id = d.connection_id and w.chat = d.chat
        and w.state in ('queued', 'leased', 'retry')
      order by w.lane limit 1) h
   where d.tenant_id = p_tenant and d.message_id = p_message and d.act is null
     and d.state in ('queued', 'leased', 'retry')
$$;
