-- The hot path: one reviewed function takes what arrived, a batch at a time and over all tenants. It belongs to
-- recado_engine, which row-level security does not stop, so every statement below names the tenant itself.

create sequence core.protocol_number;
grant usage on sequence core.protocol_number to recado_app, recado_engine;

-- A protocol from its template: `{id}` becomes the next number, of six digits at least, so that protocols align.
create function core.next_protocol(p_template text) returns text language sql volatile set search_path = core, pg_temp as $$
  select replace(p_template, '{id}', lpad(n, greatest(6, length(n)), '0')) from (select nextval('core.protocol_number')::text as n) next
$$;

-- The contact behind an identity, made when nobody has it. Serialised per identity, so that two messages of a stranger
-- make one contact. Verified phone and e-mail join the graph and find a contact known from another channel.
create function core.identify(p_tenant uuid, p_kind text, p_value text, p_name text, p_phone text, p_email text, p_verified boolean, p_contact uuid)
returns uuid language plpgsql security definer set search_path = core, pg_temp as $$
declare found_id uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_tenant::text || p_kind || p_value, 0));
  select contact_id into found_id from contact_identity where tenant_id = p_tenant and kind = p_kind and value = p_value;
  if found then return found_id; end if;
  if p_verified and p_phone is not null then
    select contact_id into found_id from contact_identity where tenant_id = p_tenant and kind = 'phone' and value = p_phone and verified;
  end if;
  if found_id is null and p_verified and p_email is not null then
    select contact_id into found_id from contact_identity where tenant_id = p_tenant and kind = 'email' and value = p_email and verified;
  end if;
  if found_id is null then
    found_id := p_contact;
    insert into contact (id, tenant_id, name, number, email) values (found_id, p_tenant, p_name, p_phone, p_email);
    insert into bus.outbox (event_id, tenant_id, name, key, data)
      values (gen_random_uuid(), p_tenant, 'contact.created.v1', found_id::text, jsonb_build_object('contactId', found_id));
  end if;
  insert into contact_identity (tenant_id, kind, value, contact_id, verified) values (p_tenant, p_kind, p_value, found_id, true) on conflict do nothing;
  if p_verified then
    insert into contact_identity (tenant_id, kind, value, contact_id, verified)
      select p_tenant, k, v, found_id, true from (values ('phone', p_phone), ('email', p_email)) as claim (k, v) where v is not null on conflict do nothing;
  end if;
  return found_id;
end $$;

-- The ticket a message belongs to when the contact has no live one: the last closed one while reopening is blocked,
-- the same one reopened to pending after that, or a new one (decision 50).
create function core.open_ticket(p_tenant uuid, p_contact uuid, p_connection uuid, p_channel text, p_chat text, p_protocol text, p_block_minutes integer, p_ticket uuid, p_group boolean,
  out ticket_id uuid, out outcome text) language plpgsql security definer set search_path = core, pg_temp as $$
declare last_closed record;
begin
  select t.id into ticket_id from ticket t where t.tenant_id = p_tenant and t.contact_id = p_contact and t.connection_id = p_connection and t.status <> 'closed';
  if found then outcome := 'live'; return; end if;
  select t.id, t.closed_at, t.queue_id into last_closed from ticket t
    where t.tenant_id = p_tenant and t.contact_id = p_contact and t.connection_id = p_connection and t.status = 'closed'
    order by t.updated_at desc, t.id desc limit 1;
  if found then
    ticket_id := last_closed.id;
    if p_block_minutes > 0 and last_closed.closed_at > now() - make_interval(mins => p_block_minutes) then outcome := 'kept'; return; end if;
    update ticket t set status = case when p_group then 'group' else 'pending' end, user_id = null, closed_at = null, started_at = null, chat = p_chat
      where t.tenant_id = p_tenant and t.id = ticket_id and t.status = 'closed';
    -- An agent may have reopened it in this moment.
    if not found then outcome := 'live'; return; end if;
    outcome := 'reopened';
    insert into ticket_log (id, tenant_id, ticket_id, type, queue_id) values (gen_random_uuid(), p_tenant, ticket_id, 'pending', last_closed.queue_id);
    insert into bus.outbox (event_id, tenant_id, name, key, data) values (gen_random_uuid(), p_tenant, 'ticket.updated.v1', ticket_id::text, jsonb_build_object(
      'ticketId', ticket_id, 'contactId', p_contact, 'connectionId', p_connection, 'status', case when p_group then 'group' else 'pending' end, 'userId', null, 'queueId', last_closed.queue_id));
    return;
  end if;
  insert into ticket as t (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, queue_id, is_group)
    select p_ticket, p_tenant, next_protocol(p_protocol), case when p_group then 'group' else 'pending' end, p_contact, p_connection, p_channel, p_chat, c.queue_id, p_group
      from connection c where c.tenant_id = p_tenant and c.id = p_connection
    on conflict (tenant_id, contact_id, connection_id) where status <> 'closed' do update set chat = t.chat
    returning t.id, case when t.id = p_ticket then 'created' else 'live' end into ticket_id, outcome;
  if outcome = 'created' then
    insert into ticket_log (id, tenant_id, ticket_id, type) values (gen_random_uuid(), p_tenant, ticket_id, 'create');
    insert into bus.outbox (event_id, tenant_id, name, key, data) values (gen_random_uuid(), p_tenant, 'ticket.created.v1', ticket_id::text,
      jsonb_build_object('ticketId', ticket_id, 'contactId', p_contact, 'connectionId', p_connection, 'status', case when p_group then 'group' else 'pending' end));
  end if;
end $$;

-- Stores messages that arrived. Row i of the answer belongs to element i of the arrays; message_id is null for a
-- message that was stored before; `early` says that something about the message came before it and waits. Ticket rows are locked in one order and before anything that carries an order
-- (positions, outbox ids), so that order of commit is order of storage within a ticket.
create function core.inbound_batch(
  p_tenant uuid[], p_connection uuid[], p_channel text[], p_kind text[], p_value text[], p_name text[], p_phone text[], p_email text[], p_verified boolean[],
  p_chat text[], p_group boolean[], p_external text[], p_body text[], p_parts text[], p_sent text[], p_from_me boolean[], p_quiet boolean[], p_quoted text[],
  p_protocol text[], p_block_minutes integer[], p_contact uuid[], p_ticket uuid[], p_message uuid[])
returns table (ord integer, contact_id uuid, ticket_id uuid, message_id uuid, outcome text, early boolean)
language plpgsql security definer set search_path = core, pg_temp as $$
#variable_conflict use_column
declare
  n integer := array_length(p_tenant, 1);
  contacts uuid[]; tickets uuid[]; known boolean[];
  outcomes text[] := array_fill('live'::text, array[n]);
  opened record;
  k integer;
begin
  select array_agg(m.id is not null order by u.ord) into known
    from unnest(p_tenant, p_connection, p_external) with ordinality u (tenant, connection, external, ord)
    left join message m on m.tenant_id = u.tenant and m.connection_id = u.connection and m.external_id = u.external;

  select array_agg(i.contact_id order by u.ord) into contacts
    from unnest(p_tenant, p_kind, p_value) with ordinality u (tenant, kind, value, ord)
    left join contact_identity i on i.tenant_id = u.tenant and i.kind = u.kind and i.value = u.value;
  -- Strangers and new tickets in one order on every node, so that two batches with the same ones do not lock each other out.
  if array_position(contacts, null) is not null then
    for k in select u.ord::integer from unnest(p_tenant, p_kind, p_value, contacts, known) with ordinality u (tenant, kind, value, contact, known, ord)
             where u.contact is null and not u.known order by u.tenant, u.kind, u.value, u.ord loop
      contacts[k] := identify(p_tenant[k], p_kind[k], p_value[k], p_name[k], p_phone[k], p_email[k], p_verified[k], p_contact[k]);
    end loop;
  end if;

  select array_agg(t.id order by u.ord) into tickets
    from unnest(p_tenant, contacts, p_connection) with ordinality u (tenant, contact, connection, ord)
    left join ticket t on t.tenant_id = u.tenant and t.contact_id = u.contact and t.connection_id = u.connection and t.status <> 'closed';
  if array_position(tickets, null) is not null then
    for k in select u.ord::integer from unnest(p_tenant, contacts, p_connection, tickets, known) with ordinality u (tenant, contact, connection, ticket, known, ord)
             where u.ticket is null and not u.known order by u.tenant, u.contact, u.connection, u.ord loop
      opened := open_ticket(p_tenant[k], contacts[k], p_connection[k], p_channel[k], p_chat[k], p_protocol[k], p_block_minutes[k], p_ticket[k], p_group[k]);
      tickets[k] := opened.ticket_id;
      outcomes[k] := opened.outcome;
    end loop;
  end if;

  perform 1 from ticket t where t.id = any (tickets) order by t.id for update;

  -- Somebody may have closed or deleted a ticket while its row was waited for: what arrived must not vanish in it.
  for k in
    select u.ord from unnest(p_tenant, tickets, outcomes, known) with ordinality u (tenant, ticket, outcome, known, ord)
     where u.outcome = 'live' and not u.known and not exists (select 1 from ticket t where t.tenant_id = u.tenant and t.id = u.ticket and t.status <> 'closed') order by u.ord
  loop
    opened := open_ticket(p_tenant[k], contacts[k], p_connection[k], p_channel[k], p_chat[k], p_protocol[k], p_block_minutes[k], p_ticket[k], p_group[k]);
    tickets[k] := opened.ticket_id;
    outcomes[k] := opened.outcome;
  end loop;

  return query
  with arrived as (
    select u.* from unnest(p_tenant, p_connection, contacts, tickets, p_external, p_body, p_parts, p_sent, p_from_me, p_quiet, p_quoted, p_message, known)
      with ordinality u (tenant, connection, contact, ticket, external, body, parts, sent, from_me, quiet, quoted, message, known, ord)
  ), stored as (
    insert into message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body, parts, status, send_type, quoted_id, is_read, sent_at)
    select a.message, a.tenant, a.ticket, a.contact, a.connection, a.external, a.from_me, a.body, a.parts::jsonb, case when a.from_me then 'sent' else 'received' end,
           case when a.from_me then 'external' else 'chat' end,
           (select q.id from message q where q.tenant_id = a.tenant and q.connection_id = a.connection and q.external_id = a.quoted), a.from_me or a.quiet, least(a.sent::timestamptz, now())
      from arrived a where not a.known order by a.ord
    on conflict (tenant_id, connection_id, external_id) where external_id is not null do nothing
    returning id, tenant_id, ticket_id
  ), fresh as (
    select a.* from arrived a join stored s on s.id = a.message
  ), bumped as (
    update ticket t set unread = t.unread + f.unread, last_message = f.body, last_message_from_me = f.from_me, answered = f.from_me,
           last_message_at = greatest(t.last_message_at, f.sent), updated_at = greatest(t.updated_at, clock_timestamp())
      from (select ticket, count(*) filter (where not from_me and not quiet)::integer as unread, (array_agg(left(body, 200) order by ord desc))[1] as body,
                   (array_agg(from_me order by ord desc))[1] as from_me, max(least(sent::timestamptz, now())) as sent
              from fresh where not quiet group by ticket) f
     where t.id = f.ticket
  ), told as (
    insert into bus.outbox (event_id, tenant_id, name, key, data)
    select gen_random_uuid(), f.tenant, 'message.received.v1', f.ticket::text,
           jsonb_build_object('ticketId', f.ticket, 'contactId', f.contact, 'connectionId', f.connection, 'messageId', f.message, 'firstOfTicket', outcomes[f.ord::integer] = 'created')
      from fresh f where not f.quiet and not f.from_me order by f.ord
  )
  select a.ord::integer, a.contact, a.ticket, s.id, outcomes[a.ord::integer],
         exists (select 1 from early_event e where e.tenant_id = a.tenant and e.connection_id = a.connection and e.external_id = a.external)
    from arrived a left join stored s on s.id = a.message order by a.ord;
end $$;

-- Stores one outbound message of a user or a plugin: message, send intent, event and ticket in one call. Runs as the
-- caller, under the caller's tenant. Only a message of the same ticket is quoted. Answers null for an id_front that this
-- user has used on this ticket before.
create function core.outbound(p_tenant uuid, p_ticket uuid, p_message uuid, p_delivery uuid, p_user uuid, p_body text, p_parts jsonb, p_send_type text, p_quoted uuid, p_id_front text)
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
    jsonb_build_object('ticketId', t.id, 'contactId', t.contact_id, 'connectionId', t.connection_id, 'messageId', p_message, 'userId', p_user));
  return fresh;
end $$;

-- Takes up to p_limit intents that are due for sending on the given connections: the head of each chat's lane only,
-- so that a chat keeps its order over retries. An expired lease is reported as 'expired' and left for the caller to judge.
create function core.claim_deliveries(p_connections uuid[], p_node text, p_lease interval, p_limit integer)
returns table (id uuid, tenant_id uuid, message_id uuid, connection_id uuid, chat text, attempt integer, expired boolean)
language sql security definer set search_path = core, pg_temp as $$
  with heads as (
    select distinct on (d.connection_id, d.chat) d.id, d.state, d.next_at, d.lease_until
      from delivery d where d.connection_id = any (p_connections) and d.state in ('queued', 'leased', 'retry')
      order by d.connection_id, d.chat, d.lane
  ), due as (
    select d.id, d.state from delivery d join heads h on h.id = d.id
     where (h.state in ('queued', 'retry') and h.next_at <= now()) or (h.state = 'leased' and h.lease_until < now())
     limit p_limit for update of d skip locked
  )
  update delivery d set state = 'leased', leased_by = p_node, lease_until = now() + p_lease, attempt = d.attempt + 1
    from due where d.id = due.id
  returning d.id, d.tenant_id, d.message_id, d.connection_id, d.chat, d.attempt, due.state = 'leased'
$$;

-- What a node left leased when it died is judged at once when the same node starts again.
create function core.expire_deliveries(p_node text) returns void language sql security definer set search_path = core, pg_temp as $$
  update delivery set lease_until = now() - interval '1 second' where state = 'leased' and leased_by = p_node and lease_until >= now()
$$;

-- advanceReceipt of the contracts in SQL: the new status, or null when nothing changes. A test holds the two equal.
create function core.advance_receipt(p_current text, p_next text) returns text language sql immutable parallel safe as $$
  with rank (state, n) as (values ('pending', 0), ('unknown', 0), ('accepted', 1), ('sent', 2), ('delivered', 3), ('read', 4), ('played', 5))
  select case
    when p_current = p_next then null
    when p_next = 'failed' then case when (select n from rank where state = p_current) < 3 then 'failed' end
    when p_current = 'failed' then case when (select n from rank where state = p_next) >= 3 then p_next end
    when (select n from rank where state = p_next) > (select n from rank where state = p_current) then p_next
  end
$$;

-- Applies receipts, one per message of a connection (the caller folds several into one). A receipt for a message that
-- is not known yet is kept and applied when the message is. Answers what changed.
create function core.apply_receipts(p_tenant uuid[], p_connection uuid[], p_external text[], p_state text[], p_failure text[])
returns table (tenant_id uuid, message_id uuid, ticket_id uuid)
language plpgsql security definer set search_path = core, pg_temp as $$
#variable_conflict use_column
begin
  insert into early_event (tenant_id, connection_id, external_id, event)
    select u.tenant, u.connection, u.external, jsonb_build_object('type', 'receipt', 'state', u.state, 'failure', u.failure::jsonb)
      from unnest(p_tenant, p_connection, p_external, p_state, p_failure) u (tenant, connection, external, state, failure)
     where not exists (select 1 from message m where m.tenant_id = u.tenant and m.connection_id = u.connection and m.external_id = u.external);
  return query
  with told as (
    select m.id, advance_receipt(m.status, u.state) as status, u.failure::jsonb as failure
      from unnest(p_tenant, p_connection, p_external, p_state, p_failure) u (tenant, connection, external, state, failure)
      join message m on m.tenant_id = u.tenant and m.connection_id = u.connection and m.external_id = u.external and m.from_me
     order by m.id for update of m
  ), changed as (
    update message m set status = t.status, failure = case when t.status = 'failed' then t.failure end
      from told t where m.id = t.id and t.status is not null
    returning m.tenant_id, m.id, m.ticket_id, m.contact_id, m.connection_id, m.status
  ), outbox as (
    insert into bus.outbox (event_id, tenant_id, name, key, data)
    select gen_random_uuid(), c.tenant_id, 'message.status.v1', c.ticket_id::text,
           jsonb_build_object('ticketId', c.ticket_id, 'contactId', c.contact_id, 'connectionId', c.connection_id, 'messageId', c.id, 'status', c.status) from changed c
  )
  select c.tenant_id, c.id, c.ticket_id from changed c;
end $$;

-- Deleted connections with sends that nobody will make: one that was under way when its connection was deleted, and
-- then had to be repeated or lost its node.
create function core.connections_with_unsent(p_limit integer) returns table (tenant_id uuid, connection_id uuid)
language sql security definer set search_path = core, pg_temp as $$
  select distinct d.tenant_id, d.connection_id from delivery d join connection c on c.tenant_id = d.tenant_id and c.id = d.connection_id
   where c.deleted_at is not null and (d.state in ('queued', 'retry') or (d.state = 'leased' and d.lease_until < now())) limit p_limit
$$;

-- Waiting changes whose message is there by now: a change and its message that were stored in the same moment. Also
-- forgets what waited for a day in vain.
create function core.ripe_early_events(p_limit integer) returns table (tenant_id uuid, connection_id uuid, external_id text)
language sql security definer set search_path = core, pg_temp as $$
  with stale as (delete from early_event where created_at < now() - interval '1 day')
  select distinct e.tenant_id, e.connection_id, e.external_id from early_event e
    join message m on m.tenant_id = e.tenant_id and m.connection_id = e.connection_id and m.external_id = e.external_id limit p_limit
$$;

-- Which tenant a connection belongs to: asked by the front door before any tenant is known.
create function core.find_connection(p_connection uuid)
returns table (id uuid, tenant_id uuid, plugin text, type text, hook_secret text, is_active boolean)
language sql stable security definer set search_path = core, pg_temp as $$
  select c.id, c.tenant_id, c.plugin, c.type, c.hook_secret, c.is_active and t.status = 'active'
    from connection c join tenant t on t.id = c.tenant_id where c.id = p_connection and c.deleted_at is null
$$;

-- Connections that may be opened on this node: active ones, of every tenant.
create function core.active_connections() returns table (id uuid, tenant_id uuid, plugin text, type text)
language sql stable security definer set search_path = core, pg_temp as $$
  select c.id, c.tenant_id, c.plugin, c.type from connection c join tenant t on t.id = c.tenant_id
   where c.deleted_at is null and c.is_active and t.status = 'active'
$$;

-- Takes or keeps the sessions of connections for one node. Answers those it holds now, with their fencing tokens.
create function core.lease_connections(p_connections uuid[], p_node text, p_lease interval) returns table (id uuid, fence bigint)
language sql security definer set search_path = core, pg_temp as $$
  with free as (
    select c.id from connection c where c.id = any (p_connections) and (c.leased_by is null or c.leased_by = p_node or c.lease_until < now()) order by c.id for update skip locked
  )
  update connection c set fence = case when c.leased_by = p_node and c.lease_until > now() then c.fence else c.fence + 1 end, leased_by = p_node, lease_until = now() + p_lease
    from free where c.id = free.id returning c.id, c.fence
$$;

-- Gives sessions back, so that another node need not wait for the lease to end.
create function core.release_connections(p_connections uuid[], p_node text) returns void
language sql security definer set search_path = core, pg_temp as $$
  update connection set leased_by = null, lease_until = null where id = any (p_connections) and leased_by = p_node
$$;

-- Contacts by part of name, number or e-mail. Under row-level security the trigram index would not be used, hence a
-- reviewed function; the caller's tenant is checked against the transaction's.
create function core.search_contacts(p_tenant uuid, p_pattern text, p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = core, public, pg_temp as $$
begin
  if p_tenant is distinct from current_tenant() then raise exception 'foreign tenant' using errcode = '42501'; end if;
  return query select c.id from contact c where c.tenant_id = p_tenant and c.search like p_pattern and c.merged_into is null limit p_limit;
end $$;

-- Changing an owner asks that the new one may create in the schema; it needs that for this moment only.
grant create on schema core to recado_engine;
do $$
declare f regprocedure;
begin
  foreach f in array array[
    'core.identify(uuid,text,text,text,text,text,boolean,uuid)'::regprocedure,
    'core.open_ticket(uuid,uuid,uuid,text,text,text,integer,uuid,boolean)'::regprocedure,
    'core.inbound_batch(uuid[],uuid[],text[],text[],text[],text[],text[],text[],boolean[],text[],boolean[],text[],text[],text[],text[],boolean[],boolean[],text[],text[],integer[],uuid[],uuid[],uuid[])'::regprocedure,
    'core.claim_deliveries(uuid[],text,interval,integer)'::regprocedure,
    'core.expire_deliveries(text)'::regprocedure,
    'core.apply_receipts(uuid[],uuid[],text[],text[],text[])'::regprocedure,
    'core.connections_with_unsent(integer)'::regprocedure,
    'core.ripe_early_events(integer)'::regprocedure,
    'core.find_connection(uuid)'::regprocedure,
    'core.active_connections()'::regprocedure,
    'core.lease_connections(uuid[],text,interval)'::regprocedure,
    'core.release_connections(uuid[],text)'::regprocedure,
    'core.search_contacts(uuid,text,integer)'::regprocedure
  ] loop
    execute format('alter function %s owner to recado_engine', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to recado_app', f);
  end loop;
end $$;
revoke create on schema core from recado_engine;
revoke execute on function core.identify(uuid,text,text,text,text,text,boolean,uuid) from recado_app;
