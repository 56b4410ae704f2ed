-- owner: engine; execute: app
-- Stores messages that arrived. Row i of the answer belongs to element i of the arrays; claim j is a further verified
-- identity of the sender of row p_claim_row[j]. message_id is null for a message that was stored before; `early` says
-- that something about the message came before it and waits. Two outcomes mean that the row was not stored: `again` (a
-- ticket was closed or contacts were merged in this moment; call again) and `conflict` (the identities belong to
-- several people; call core.settle_identities and then again). With p_final there is no conflict: the sender's own
-- identity decides. A contact who begins a conversation, or goes on with a closed one, is answered by the first
-- responder of the order of the connection, of its queue, or of the company: the ticket is its plugin's. A reply that a
-- plugin expects in a closed ticket is told as that. Ticket rows are locked in one order and before anything that
-- carries an order (positions, outbox ids), so that order of commit is order of storage within a ticket. It works over
-- all tenants as a role that row-level security does not stop, so every statement names the tenant itself.
create or replace function core.inbound_batch(
    p_tenant uuid[], p_connection uuid[], p_channel text[], p_kind text[], p_value text[], p_name text[],
    p_phone text[], p_email text[], p_chat text[], p_group boolean[], p_external text[], p_body text[], p_parts text[],
    p_sent text[], p_from_me boolean[], p_history boolean[], p_reply_to text[], p_protocol text[],
    p_block_minutes integer[], p_contact uuid[], p_ticket uuid[], p_message uuid[], p_claim_row integer[],
    p_claim_kind text[], p_claim_value text[], p_final boolean)
returns table (ord integer, contact_id uuid, ticket_id uuid, message_id uuid, outcome text, early boolean)
language plpgsql security definer set search_path = core, pg_temp set plan_cache_mode = force_generic_plan
    set enable_seqscan = off as $$
#variable_conflict use_column
declare
  n integer := array_length(p_tenant, 1);
  contacts uuid[]; origins uuid[]; tickets uuid[]; known boolean[];
  -- Rows whose sender is not settled by their own identity alone.
  unsettled integer[]; claimed integer[];
  -- All their identities; the rows of which one is known, and those of people who have never been seen.
  needed_row integer[]; needed_tenant uuid[]; needed_kind text[]; needed_value text[];
  met integer[]; strangers integer[];
  -- Existing contacts that this batch adds something to; they are held against merges until it ends.
  involved uuid[] := '{}'; held uuid[] := '{}';
  outcomes text[] := array_fill('live'::text, array[n]);
  -- Of the tickets that were found those that are not closed, known once their rows are locked.
  live uuid[];
  someone record; opened record;
  v_now bigint;
  k integer;
begin
  -- Of rows with one id of the provider the first is the message, and the others are known.
  select array_agg(m.id is not null or u.time > 1 order by u.ord), array_agg(i.contact_id order by u.ord),
         array_agg(coalesce(i.origin_id, i.contact_id) order by u.ord), array_agg(t.id order by u.ord)
    into known, contacts, origins, tickets
    from (
      select u.*, row_number() over (partition by u.tenant, u.connection, u.external order by u.ord) as time
        from unnest(p_tenant, p_connection, p_external, p_kind, p_value) with ordinality
          u (tenant, connection, external, kind, value, ord)) u
    left join message m on m.tenant_id = u.tenant and m.connection_id = u.connection and m.external_id = u.external
    left join contact_identity i on i.tenant_id = u.tenant and i.kind = u.kind and i.value = u.value
    left join ticket t on t.tenant_id = u.tenant
      and coalesce(t.origin_id, t.contact_id) = coalesce(i.origin_id, i.contact_id)
      -- Not by `=`: the planner would take an index over connections, of which each has many tickets.
      and t.connection_id is not distinct from u.connection and t.status <> 'closed';
  if cardinality(p_claim_row) > 0 then
    select array_agg(distinct u.row) into claimed
      from unnest(p_claim_row, p_claim_kind, p_claim_value) u (row, kind, value)
      left join contact_identity i on i.tenant_id = p_tenant[u.row] and i.kind = u.kind and i.value = u.value
     where i.contact_id is distinct from contacts[u.row];
  end if;
  if claimed is not null or array_position(contacts, null) is not null then
    select array_agg(u.ord::integer order by u.tenant, u.kind, u.value, u.ord) into unsettled
      from unnest(p_tenant, p_kind, p_value, contacts, known) with ordinality
        u (tenant, kind, value, contact, known, ord)
     where not u.known and (u.contact is null or u.ord = any (claimed));
  end if;
  if unsettled is not null then
    select array_agg(n.row), array_agg(p_tenant[n.row]), array_agg(n.kind), array_agg(n.value)
      into needed_row, needed_tenant, needed_kind, needed_value from (
      select u.row, p_kind[u.row] as kind, p_value[u.row] as value from unnest(unsettled) u (row)
      union all
      select u.row, u.kind, u.value
        from unnest(p_claim_row, p_claim_kind, p_claim_value) u (row, kind, value) where u.row = any (unsettled)) n;
    perform lock_identities(needed_tenant, needed_kind, needed_value);
    select coalesce(array_agg(i.contact_id), '{}'), coalesce(array_agg(u.row), '{}') into involved, met
      from unnest(needed_row, needed_tenant, needed_kind, needed_value) u (row, tenant, kind, value)
      join contact_identity i on i.tenant_id = u.tenant and i.kind = u.kind and i.value = u.value;
    -- Two new senders with an identity in common are one person, whom only one after the other finds.
    if cardinality(needed_row) > cardinality(unsettled) and exists (
      select from unnest(needed_row, needed_tenant, needed_kind, needed_value) u (row, tenant, kind, value)
       group by u.tenant, u.kind, u.value having count(distinct (p_kind[u.row], p_value[u.row])) > 1)
      then met := unsettled; end if;
    strangers := array(select u.row from unnest(unsettled) u (row) where not u.row = any (met));
    if cardinality(strangers) > 0 then
      for someone in
        select f.k, f.contact, f.ticket, f.outcome
          from first_contacts(strangers, p_tenant, p_connection, p_channel, p_kind, p_value, p_name, p_phone, p_email,
            p_chat, p_group, p_protocol, p_contact, p_ticket, p_claim_row, p_claim_kind, p_claim_value) f
      loop
        contacts[someone.k] := someone.contact;
        origins[someone.k] := someone.contact;
        tickets[someone.k] := someone.ticket;
        outcomes[someone.k] := someone.outcome;
      end loop;
      -- In the order that they have.
      select array_agg(u.row order by u.ord) into unsettled
        from unnest(unsettled) with ordinality u (row, ord) where u.row = any (met);
    end if;
  end if;

  if array_position(tickets, null) is not null or unsettled is not null then
    for someone in
      select c.id, c.merged_into from contact c where c.tenant_id = any (p_tenant) and c.id = any (involved || array(
        select u.contact from unnest(contacts, tickets, known) u (contact, ticket, known)
          where u.ticket is null and u.contact is not null and not u.known)) order by c.id for share
    loop
      if someone.merged_into is null then held := held || someone.id; end if;
    end loop;
  end if;
  -- Locks unknown senders and new tickets in one order on every node, so that two batches with the same ones do not
  -- deadlock.
  if unsettled is not null then
    foreach k in array unsettled loop
      select i.contact, i.origin, i.outcome into someone
        from identify(p_tenant[k], p_kind[k], p_value[k], p_name[k], p_phone[k], p_email[k], p_group[k],
          array(select u.kind from unnest(p_claim_row, p_claim_kind) with ordinality u (row, kind, ord)
                 where u.row = k order by u.ord),
          array(select u.value from unnest(p_claim_row, p_claim_value) with ordinality u (row, value, ord)
                 where u.row = k order by u.ord),
          p_contact[k], held, p_final) i;
      contacts[k] := someone.contact;
      origins[k] := someone.origin;
      if someone.outcome is not null then outcomes[k] := someone.outcome; tickets[k] := null; end if;
      if someone.contact = p_contact[k] then held := held || someone.contact; end if;
    end loop;
  end if;
  if array_position(tickets, null) is not null then
    for k in
      select u.ord::integer
        from unnest(p_tenant, contacts, p_connection, tickets, known, outcomes) with ordinality
          u (tenant, contact, connection, ticket, known, outcome, ord)
       where u.ticket is null and not u.known and u.outcome = 'live'
       order by u.tenant, u.contact, u.connection, u.ord
    loop
      if not contacts[k] = any (held) then outcomes[k] := 'again'; continue; end if;
      opened := open_ticket(p_tenant[k], contacts[k], origins[k], p_connection[k], p_channel[k], p_chat[k],
          p_protocol[k], p_block_minutes[k], p_ticket[k], p_group[k]);
      tickets[k] := opened.ticket_id;
      outcomes[k] := opened.outcome;
    end loop;
  end if;

  select coalesce(array_agg(l.id) filter (where l.status <> 'closed'), '{}') into live from (
    select t.id, t.status from unnest(p_tenant, tickets) u (tenant, ticket)
      join ticket t on t.tenant_id = u.tenant and t.id = u.ticket order by t.id for no key update of t) l;
  v_now := microseconds();

  return query
  with arrived as (
    -- A ticket may have been closed or deleted while its row was waited for: the message must not be lost in it.
    select u.tenant, u.connection, u.contact, u.ticket, u.chat, u.external, u.body, u.parts, u.sent, u.from_me,
           u.history, u.reply_to, u.message, u.known, u.ord,
           case when u.outcome = 'live' and not u.known and not u.ticket = any (live) then 'again'
                else u.outcome end as outcome
      from unnest(p_tenant, p_connection, contacts, tickets, p_chat, p_external, p_body, p_parts, p_sent, p_from_me,
          p_history, p_reply_to, p_message, known, outcomes)
      with ordinality u (tenant, connection, contact, ticket, chat, external, body, parts, sent, from_me, history,
          reply_to, message, known, outcome, ord)
  ), stored as (
    insert into message (id, tenant_id, ticket_id, contact_id, connection_id, position, external_id, from_me, body,
        parts, status, send_type, reply_to_id, is_read, sent_at)
    select a.message, a.tenant, a.ticket, a.contact, a.connection,
           a.ord + greatest(v_now, (
             select p.position from message p where p.tenant_id = a.tenant and p.ticket_id = a.ticket
              order by p.position desc limit 1)),
           a.external, a.from_me, a.body, a.parts::jsonb,
           case when a.from_me then 'sent' else 'received' end,
           case when a.from_me then 'external' else 'chat' end,
           case when a.reply_to is not null then coalesce(
             (select q.id from message q
               where q.tenant_id = a.tenant and q.connection_id = a.connection and q.external_id = a.reply_to),
             (select b.message from arrived b
               where b.tenant = a.tenant and b.connection = a.connection and b.external = a.reply_to and b.ord < a.ord
                 and not b.known and b.outcome not in ('again', 'conflict'))) end,
           a.from_me or a.history or a.outcome = 'captured', least(a.sent::timestamptz, now())
      from arrived a where not a.known and a.outcome not in ('again', 'conflict') order by a.ord
    on conflict (tenant_id, connection_id, external_id) where external_id is not null do nothing
    returning id, tenant_id, ticket_id
  ), fresh as (
    select a.* from arrived a join stored s on s.tenant_id = a.tenant and s.id = a.message
  ), bumped as (
    update ticket t
       set unread = t.unread + f.unread, last_message = f.body, last_content = content_of(f.parts::jsonb),
           last_message_from_me = f.from_me, answered = f.from_me, chat = f.chat,
           bot = case when f.begins and t.status = 'pending' then (
             select o.places #>> '{0,plugin}' from responder_order o
              where o.tenant_id = t.tenant_id and (o.connection_id = t.connection_id or o.queue_id = t.queue_id
                    or o.connection_id is null and o.queue_id is null)
              order by o.connection_id, o.queue_id limit 1) else t.bot end,
           last_message_at = greatest(t.last_message_at, f.sent), updated_at = greatest(t.updated_at, clock_timestamp())
      from (select tenant, ticket, count(*) filter (
                     where not from_me and not history and outcome <> 'captured')::integer as unread,
                   bool_or(outcome in ('created', 'reopened') and not from_me) as begins,
                   (array_agg(left(body, 200) order by ord desc))[1] as body,
                   (array_agg(parts order by ord desc))[1] as parts,
                   (array_agg(from_me order by ord desc))[1] as from_me, (array_agg(chat order by ord desc))[1] as chat,
                   max(least(sent::timestamptz, now())) as sent
              from fresh where not history group by tenant, ticket) f
     where t.tenant_id = f.tenant and t.id = f.ticket
    returning t.tenant_id, t.id, t.contact_id,
              case when t.status = 'pending' and t.user_id is null then t.bot end as bot
  ), told as (
    insert into bus.outbox (event_id, tenant_id, name, key, data)
    select gen_random_uuid(), f.tenant,
           case when e.plugin is null then 'message.received.v1' else 'message.captured.v1' end, f.ticket::text,
           jsonb_build_object('ticketId', f.ticket, 'contactId', b.contact_id, 'connectionId', f.connection,
               'messageId', f.message)
             || case when e.plugin is not null then jsonb_build_object('by', e.plugin)
                     when b.bot is not null
                       then jsonb_build_object('firstOfTicket', f.outcome = 'created', 'responder', b.bot)
                     else jsonb_build_object('firstOfTicket', f.outcome = 'created') end
      from fresh f join bumped b on b.tenant_id = f.tenant and b.id = f.ticket
      left join expected_reply e on f.outcome = 'captured' and e.tenant_id = f.tenant and e.ticket_id = f.ticket
     where not f.history and not f.from_me order by f.ord
  )
  select a.ord::integer, a.contact, a.ticket, s.id, a.outcome,
         exists (select 1 from early_event e
           where e.tenant_id = a.tenant and e.connection_id = a.connection and e.external_id = a.external)
    from arrived a left join stored s on s.tenant_id = a.tenant and s.id = a.message order by a.ord;
end $$;
