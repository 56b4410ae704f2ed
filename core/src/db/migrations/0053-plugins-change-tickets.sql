-- Plugins that change tickets as themselves: who did it, how it was before, and which tickets wait since when.

-- The plugin that did it as itself; user_id is null then.
alter table core.ticket_log add column plugin text check (char_length(plugin) <= 60);

-- Clocks: who spoke last and when, of what is not closed, and what was closed when. That nothing happened is found along ticket_idle.
create index ticket_said on core.ticket (tenant_id, answered, last_message_at, id) where status in ('open', 'pending');
create index ticket_closed on core.ticket (tenant_id, closed_at, id) where status = 'closed' and merged_into is null;

-- 0004's: the event says which plugin wrote.
drop function core.outbound(uuid, uuid, uuid, uuid, uuid, text, jsonb, text, uuid, text);
create function core.outbound(p_tenant uuid, p_ticket uuid, p_message uuid, p_delivery uuid, p_user uuid, p_body text, p_parts jsonb, p_send_type text, p_quoted uuid, p_id_front text, p_by text default null)
returns uuid language plpgsql set search_path = core, pg_temp as $$
declare t record; fresh uuid;
begin
  select id, contact_id, connection_id, chat, status, unread into t from ticket where tenant_id = p_tenant and id = p_ticket for update;
  if not found then raise exception 'no ticket' using errcode = 'RC404'; end if;
  if t.status = 'closed' then raise exception 'ticket is closed' using errcode = 'RC409'; end if;
  insert into message (id, tenant_id, ticket_id, contact_id, connection_id, from_me, user_id, body, parts, status, send_type, quoted_id, id_front, is_read, sent_at)
    values (p_message, p_tenant, t.id, t.contact_id, t.connection_id, true, p_user, p_body, p_parts, 'pending', p_send_type,
      (select q.id from message q where q.tenant_id = p_tenant and q.ticket_id = t.id and q.id = p_quoted), p_id_front, true, clock_timestamp())
    on conflict (tenant_id, ticket_id, user_id, id_front) where id_front is not null do nothing returning id into fresh;
  if fresh is null then return null; end if;
  insert into delivery (id, tenant_id, message_id, connection_id, chat) values (p_delivery, p_tenant, p_message, t.connection_id, t.chat);
  update ticket set last_message = left(p_body, 200), last_message_from_me = true, answered = true, last_message_at = clock_timestamp(), updated_at = clock_timestamp(),
         unread = case when p_user is null then unread else 0 end
    where tenant_id = p_tenant and id = t.id;
  -- Who answers has read.
  if p_user is not null and t.unread > 0 then
    update message set is_read = true where tenant_id = p_tenant and ticket_id = t.id and not is_read;
  end if;
  insert into bus.outbox (event_id, tenant_id, name, key, data) values (gen_random_uuid(), p_tenant, 'message.created.v1', t.id::text,
    jsonb_build_object('ticketId', t.id, 'contactId', t.contact_id, 'connectionId', t.connection_id, 'messageId', p_message, 'userId', p_user)
      || case when p_by is null then '{}' else jsonb_build_object('by', p_by) end);
  return fresh;
end $$;

-- 0032's: the event says who had it before.
create or replace function core.hand_over(p_tenant uuid, p_from uuid, p_to uuid, p_actor uuid) returns table (ticket_id uuid, queue_id uuid)
  language plpgsql set search_path = ''
  as $$
#variable_conflict use_column
begin
  insert into core.contact_wallet (tenant_id, contact_id, user_id)
    select w.tenant_id, w.contact_id, p_to from core.contact_wallet w where w.tenant_id = p_tenant and w.user_id = p_from
    on conflict do nothing;
  delete from core.contact_wallet w where w.tenant_id = p_tenant and w.user_id = p_from;
  return query
    with moved as (
      update core.ticket t set user_id = p_to, assigned_at = clock_timestamp() where t.tenant_id = p_tenant and t.user_id = p_from and t.status <> 'closed'
        returning t.id, t.contact_id, t.connection_id, t.status, t.queue_id
    ), logged as (
      insert into core.ticket_log (id, tenant_id, ticket_id, type, user_id, queue_id)
        select uuidv7(), p_tenant, m.id, line.type, line.user_id, m.queue_id
          from moved m cross join (values (1, 'transfered', p_actor), (2, 'receivedTransfer', p_to)) line (place, type, user_id) order by m.id, line.place
    ), told as materialized (
      select m.id, m.queue_id, bus.publish(p_tenant, 'ticket.updated.v1', m.id::text, jsonb_build_object(
        'ticketId', m.id, 'contactId', m.contact_id, 'connectionId', m.connection_id, 'status', m.status, 'userId', p_to, 'queueId', m.queue_id,
        'before', jsonb_build_object('status', m.status, 'userId', p_from, 'queueId', m.queue_id))) as event
        from moved m
    )
    select told.id, told.queue_id from told where told.event is not null;
end $$;

-- 0032's: the event says how it was closed.
create or replace function core.open_ticket(p_tenant uuid, p_contact uuid, p_origin uuid, p_connection uuid, p_channel text, p_chat text, p_protocol text, p_block_minutes integer, p_ticket uuid, p_group boolean,
  out ticket_id uuid, out outcome text) language plpgsql security definer set search_path = core, pg_temp as $$
declare last_closed record;
begin
  select t.id into ticket_id from ticket t where t.tenant_id = p_tenant and coalesce(t.origin_id, t.contact_id) = p_origin and t.connection_id = p_connection and t.status <> 'closed';
  if found then outcome := 'live'; return; end if;
  select t.id, t.closed_at, t.user_id, t.queue_id, t.status, t.merged_into into last_closed from ticket t
    where t.tenant_id = p_tenant and t.contact_id = p_contact and coalesce(t.origin_id, t.contact_id) = p_origin and t.connection_id = p_connection and t.status = 'closed'
    order by t.updated_at desc, t.id desc limit 1;
  if found then
    while last_closed.merged_into is not null loop
      select t.id, t.closed_at, t.user_id, t.queue_id, t.status, t.merged_into into last_closed from ticket t where t.tenant_id = p_tenant and t.id = last_closed.merged_into;
    end loop;
    ticket_id := last_closed.id;
    if last_closed.status <> 'closed' then outcome := 'live'; return; end if;
    if p_block_minutes > 0 and last_closed.closed_at > now() - make_interval(mins => p_block_minutes) then outcome := 'kept'; return; end if;
    update ticket t set status = case when p_group then 'group' else 'pending' end, user_id = null, closed_at = null, started_at = null, chat = p_chat
      where t.tenant_id = p_tenant and t.id = ticket_id and t.status = 'closed' and t.merged_into is null;
    -- An agent may have reopened it in this moment.
    if not found then outcome := 'live'; return; end if;
    outcome := 'reopened';
    insert into ticket_log (id, tenant_id, ticket_id, type, queue_id) values (gen_random_uuid(), p_tenant, ticket_id, 'pending', last_closed.queue_id);
    insert into bus.outbox (event_id, tenant_id, name, key, data) values (gen_random_uuid(), p_tenant, 'ticket.updated.v1', ticket_id::text, jsonb_build_object(
      'ticketId', ticket_id, 'contactId', p_contact, 'connectionId', p_connection, 'status', case when p_group then 'group' else 'pending' end, 'userId', null, 'queueId', last_closed.queue_id,
      'before', jsonb_build_object('status', 'closed', 'userId', last_closed.user_id, 'queueId', last_closed.queue_id)));
    return;
  end if;
  insert into ticket as t (id, tenant_id, protocol, status, contact_id, origin_id, connection_id, channel, chat, queue_id, is_group)
    select p_ticket, p_tenant, next_protocol(p_protocol), case when p_group then 'group' else 'pending' end, p_contact, nullif(p_origin, p_contact), p_connection, p_channel, p_chat, c.queue_id, p_group
      from connection c where c.tenant_id = p_tenant and c.id = p_connection
    on conflict (tenant_id, (coalesce(origin_id, contact_id)), connection_id) where status <> 'closed' do update set chat = t.chat
    returning t.id, case when t.id = p_ticket then 'created' else 'live' end into ticket_id, outcome;
  if outcome = 'created' then
    insert into ticket_log (id, tenant_id, ticket_id, type) values (gen_random_uuid(), p_tenant, ticket_id, 'create');
    insert into bus.outbox (event_id, tenant_id, name, key, data) values (gen_random_uuid(), p_tenant, 'ticket.created.v1', ticket_id::text,
      jsonb_build_object('ticketId', ticket_id, 'contactId', p_contact, 'connectionId', p_connection, 'status', case when p_group then 'group' else 'pending' end));
  end if;
end $$;
