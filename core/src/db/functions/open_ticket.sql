-- owner: engine; execute: nobody
-- The ticket a message belongs to when its sender has no live one: the last closed one while reopening is blocked, the
-- same one reopened to pending after that, or a new one (decision 50). Where a plugin expects a reply in it, it stays
-- closed. What belongs into a ticket that is part of
-- another one by now goes into that one. The event says how it was closed. Whoever calls holds the contact.
create or replace function core.open_ticket(
    p_tenant uuid, p_contact uuid, p_origin uuid, p_connection uuid, p_channel text, p_chat text, p_protocol text,
    p_block_minutes integer, p_ticket uuid, p_group boolean, out ticket_id uuid, out outcome text)
language plpgsql security definer set search_path = core, pg_temp as $$
declare last_closed record;
begin
  select t.id into ticket_id from ticket t
    where t.tenant_id = p_tenant and coalesce(t.origin_id, t.contact_id) = p_origin
      and t.connection_id = p_connection and t.status <> 'closed';
  if found then outcome := 'live'; return; end if;
  select t.id, t.closed_at, t.user_id, t.queue_id, t.status, t.merged_into into last_closed from ticket t
    where t.tenant_id = p_tenant and t.contact_id = p_contact and coalesce(t.origin_id, t.contact_id) = p_origin
      and t.connection_id = p_connection and t.status = 'closed'
    order by t.updated_at desc, t.id desc limit 1;
  if found then
    while last_closed.merged_into is not null loop
      select t.id, t.closed_at, t.user_id, t.queue_id, t.status, t.merged_into into last_closed from ticket t
        where t.tenant_id = p_tenant and t.id = last_closed.merged_into;
    end loop;
    ticket_id := last_closed.id;
    if last_closed.status <> 'closed' then outcome := 'live'; return; end if;
    if exists (
      select from expected_reply e where e.tenant_id = p_tenant and e.ticket_id = last_closed.id and e.until > now())
      then outcome := 'captured'; return; end if;
    if p_block_minutes > 0 and last_closed.closed_at > now() - make_interval(mins => p_block_minutes) then
      outcome := 'kept';
      return;
    end if;
    update ticket t set status = case when p_group then 'group' else 'pending' end, user_id = null, closed_at = null,
        started_at = null, chat = p_chat
      where t.tenant_id = p_tenant and t.id = ticket_id and t.status = 'closed' and t.merged_into is null;
    -- An agent may have reopened it in this moment.
    if not found then outcome := 'live'; return; end if;
    outcome := 'reopened';
    delete from responder_turn r where r.tenant_id = p_tenant and r.ticket_id = open_ticket.ticket_id;
    delete from expected_reply e where e.tenant_id = p_tenant and e.ticket_id = open_ticket.ticket_id;
    insert into ticket_log (id, tenant_id, ticket_id, type, queue_id)
      values (uuidv7(), p_tenant, ticket_id, 'pending', last_closed.queue_id);
    insert into bus.outbox (event_id, tenant_id, name, key, data)
      values (gen_random_uuid(), p_tenant, 'ticket.updated.v1', ticket_id::text, jsonb_build_object(
        'ticketId', ticket_id, 'contactId', p_contact, 'connectionId', p_connection,
        'status', case when p_group then 'group' else 'pending' end, 'userId', null, 'queueId', last_closed.queue_id,
        'before', jsonb_build_object(
          'status', 'closed', 'userId', last_closed.user_id, 'queueId', last_closed.queue_id)));
    return;
  end if;
  insert into ticket as t (id, tenant_id, protocol, status, contact_id, origin_id, connection_id, channel, chat,
      queue_id, is_group)
    select p_ticket, p_tenant, next_protocol(p_protocol), case when p_group then 'group' else 'pending' end, p_contact,
           nullif(p_origin, p_contact), p_connection, p_channel, p_chat, c.queue_id, p_group
      from connection c where c.tenant_id = p_tenant and c.id = p_connection
    on conflict (tenant_id, (coalesce(origin_id, contact_id)), connection_id) where status <> 'closed'
        do update set chat = t.chat
    returning t.id, case when t.id = p_ticket then 'created' else 'live' end into ticket_id, outcome;
  if outcome = 'created' then
    insert into ticket_log (id, tenant_id, ticket_id, type) values (uuidv7(), p_tenant, ticket_id, 'create');
    insert into bus.outbox (event_id, tenant_id, name, key, data)
      values (gen_random_uuid(), p_tenant, 'ticket.created.v1', ticket_id::text, jsonb_build_object(
        'ticketId', ticket_id, 'contactId', p_contact, 'connectionId', p_connection,
        'status', case when p_group then 'group' else 'pending' end));
  end if;
end $$;
