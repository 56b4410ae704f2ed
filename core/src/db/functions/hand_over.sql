-- owner: database; execute: app
-- Hands everything of one user that waits for an answer to another: the conversations that are not closed, each with
-- its two lines in the log and its event, which says who had it before, and the wallet. The caller holds both accounts.
-- The receiver was given the tickets in this moment; other times stay as they are, so that the oldest are found where
-- they belong. Answers the conversations that went over.
create or replace function core.hand_over(p_tenant uuid, p_from uuid, p_to uuid, p_actor uuid)
returns table (ticket_id uuid, queue_id uuid)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  insert into core.contact_wallet (tenant_id, contact_id, user_id)
    select w.tenant_id, w.contact_id, p_to from core.contact_wallet w
      where w.tenant_id = p_tenant and w.user_id = p_from
    on conflict do nothing;
  delete from core.contact_wallet w where w.tenant_id = p_tenant and w.user_id = p_from;
  return query
    with moved as (
      update core.ticket t set user_id = p_to, assigned_at = clock_timestamp()
        where t.tenant_id = p_tenant and t.user_id = p_from and t.status <> 'closed'
        returning t.id, t.contact_id, t.connection_id, t.status, t.queue_id
    ), logged as (
      insert into core.ticket_log (id, tenant_id, ticket_id, type, user_id, queue_id)
        select uuidv7(), p_tenant, m.id, line.type, line.user_id, m.queue_id
          from moved m
          cross join (values (1, 'transfered', p_actor), (2, 'receivedTransfer', p_to)) line (place, type, user_id)
         order by m.id, line.place
    ), told as materialized (
      select m.id, m.queue_id, bus.publish(p_tenant, 'ticket.updated.v1', m.id::text, jsonb_build_object(
        'ticketId', m.id, 'contactId', m.contact_id, 'connectionId', m.connection_id, 'status', m.status,
        'userId', p_to, 'queueId', m.queue_id,
        'before', jsonb_build_object('status', m.status, 'userId', p_from, 'queueId', m.queue_id))) as event
        from moved m
    )
    select told.id, told.queue_id from told where told.event is not null;
end $$;
