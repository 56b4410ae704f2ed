-- owner: database; execute: app, engine
-- Stores one outbound message of a user or a plugin: message, send intent, event and ticket in one call. Runs as the
-- caller, under the caller's tenant. Only a message of the same ticket is replied to. Answers null for an id_front that
-- this user has used on this ticket before. With p_even_closed a closed ticket takes it too, and stays closed.
create or replace function core.outbound(
    p_tenant uuid, p_ticket uuid, p_message uuid, p_delivery uuid, p_user uuid, p_body text, p_parts jsonb,
    p_send_type text, p_reply_to uuid, p_id_front text, p_by text default null,
    p_even_closed boolean default false)
returns uuid
language plpgsql set search_path = core, pg_temp as $$
declare t record; fresh uuid;
begin
  -- Not its key: who settles a send of this chat holds the lane and may refer to the ticket, and this goes on to the
  -- lane.
  select id, contact_id, connection_id, chat, status, unread into t from ticket
    where tenant_id = p_tenant and id = p_ticket for no key update;
  if not found then raise exception 'no ticket' using errcode = 'RC404'; end if;
  if t.status = 'closed' and not p_even_closed then raise exception 'ticket is closed' using errcode = 'RC409'; end if;
  insert into message (id, tenant_id, ticket_id, contact_id, connection_id, position, from_me, user_id, body, parts,
      status, send_type, reply_to_id, id_front, is_read, sent_at)
    values (p_message, p_tenant, t.id, t.contact_id, t.connection_id,
      greatest(microseconds(), (
        select p.position + 1 from message p where p.tenant_id = p_tenant and p.ticket_id = t.id
         order by p.position desc limit 1)),
      true, p_user, p_body, p_parts, 'pending',
      p_send_type,
      (select q.id from message q where q.tenant_id = p_tenant and q.ticket_id = t.id and q.id = p_reply_to),
      p_id_front, true, clock_timestamp())
    on conflict (tenant_id, ticket_id, user_id, id_front) where id_front is not null do nothing
    returning id into fresh;
  if fresh is null then return null; end if;
  insert into delivery (id, tenant_id, message_id, connection_id, chat, lane)
    values (p_delivery, p_tenant, p_message, t.connection_id, t.chat, next_lane(p_tenant, t.connection_id, t.chat));
  update ticket
     set last_message = left(p_body, 200), last_content = content_of(p_parts), last_message_from_me = true,
         answered = true, last_message_at = clock_timestamp(), updated_at = clock_timestamp(),
         unread = case when p_user is null then unread else 0 end
   where tenant_id = p_tenant and id = t.id;
  -- Answering marks the messages as read.
  if p_user is not null and t.unread > 0 then
    update message set is_read = true where tenant_id = p_tenant and ticket_id = t.id and not is_read;
  end if;
  insert into bus.outbox (event_id, tenant_id, name, key, data)
    values (gen_random_uuid(), p_tenant, 'message.created.v1', t.id::text,
      jsonb_build_object(
        'ticketId', t.id, 'contactId', t.contact_id, 'connectionId', t.connection_id,
        'messageId', p_message, 'userId', p_user)
      || case when p_by is null then '{}' else jsonb_build_object('by', p_by) end);
  return fresh;
end $$;
