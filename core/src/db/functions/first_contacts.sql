-- owner: engine; execute: nobody
-- Makes contacts, identities and tickets of the rows in p_rows of core.inbound_batch, whose senders nobody knows under
-- any of their identities. Rows of one sender share the contact, and the ticket where they share the connection; the
-- first of a ticket is `created`. Whoever calls holds the locks of all these identities, and no two senders claim the
-- same one.
create or replace function core.first_contacts(
    p_rows integer[], p_tenant uuid[], p_connection uuid[], p_channel text[], p_kind text[], p_value text[],
    p_name text[], p_phone text[], p_email text[], p_chat text[], p_group boolean[], p_protocol text[],
    p_contact uuid[], p_ticket uuid[], p_claim_row integer[], p_claim_kind text[], p_claim_value text[])
returns table (k integer, contact uuid, ticket uuid, outcome text)
language plpgsql security definer set search_path = core, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with arrived as (
    select u.k, p_tenant[u.k] as tenant, p_connection[u.k] as connection, p_group[u.k] as is_group,
           first_value(u.k) over (partition by p_tenant[u.k], p_kind[u.k], p_value[u.k] order by u.k) as person,
           first_value(u.k) over (partition by p_tenant[u.k], p_kind[u.k], p_value[u.k], p_connection[u.k]
             order by u.k) as conversation
      from unnest(p_rows) u (k)
  ), people as (
    insert into contact (id, tenant_id, name, number, email, is_group)
    select p_contact[a.k], a.tenant, p_name[a.k], p_phone[a.k], p_email[a.k], a.is_group
      from arrived a where a.k = a.person order by a.k
  ), known as (
    insert into contact_identity (tenant_id, kind, value, contact_id, verified)
    select a.tenant, p_kind[a.k], p_value[a.k], p_contact[a.k], true from arrived a where a.k = a.person
    union all
    select a.tenant, c.kind, c.value, p_contact[a.person], true
      from unnest(p_claim_row, p_claim_kind, p_claim_value) c (k, kind, value)
      join arrived a on a.k = c.k and not a.is_group
    on conflict do nothing
  ), opened as (
    insert into ticket as t (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, queue_id,
        is_group)
    select p_ticket[a.k], a.tenant, next_protocol(p_protocol[a.k]),
           case when a.is_group then 'group' else 'pending' end,
           p_contact[a.person], a.connection, p_channel[a.k], p_chat[a.k], c.queue_id, a.is_group
      from arrived a join connection c on c.tenant_id = a.tenant and c.id = a.connection
     where a.k = a.conversation order by a.k
    returning t.tenant_id, t.id, t.contact_id, t.connection_id, t.status
  ), logged as (
    insert into ticket_log (id, tenant_id, ticket_id, type) select uuidv7(), t.tenant_id, t.id, 'create' from opened t
  ), told as (
    insert into bus.outbox (event_id, tenant_id, name, key, data)
    select gen_random_uuid(), e.tenant, e.name, e.key, e.data from (
      select a.tenant, 'contact.created.v1', p_contact[a.k]::text, jsonb_build_object('contactId', p_contact[a.k])
        from arrived a where a.k = a.person
      union all
      select t.tenant_id, 'ticket.created.v1', t.id::text, jsonb_build_object('ticketId', t.id,
             'contactId', t.contact_id, 'connectionId', t.connection_id, 'status', t.status)
        from opened t) e (tenant, name, key, data)
  )
  select a.k, p_contact[a.person], p_ticket[a.conversation],
         case when a.k = a.conversation then 'created' else 'live' end
    from arrived a;
end $$;
