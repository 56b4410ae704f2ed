-- owner: engine; execute: app
-- Applies receipts, one per message of a connection (the caller folds several into one). A receipt for a message that
-- is not known yet is kept and applied when the message is. An event names the contact whose ticket it is now. Answers
-- what changed.
create or replace function core.apply_receipts(
    p_tenant uuid[], p_connection uuid[], p_external text[], p_state text[], p_failure text[])
returns table (tenant_id uuid, message_id uuid, ticket_id uuid)
language plpgsql security definer set search_path = core, pg_temp set plan_cache_mode = force_generic_plan
    set enable_seqscan = off as $$
#variable_conflict use_column
begin
  insert into early_event (tenant_id, connection_id, external_id, event)
    select u.tenant, u.connection, u.external,
           jsonb_build_object('type', 'receipt', 'state', u.state, 'failure', u.failure::jsonb)
      from unnest(p_tenant, p_connection, p_external, p_state, p_failure)
        u (tenant, connection, external, state, failure)
     where not exists (select 1 from message m
         where m.tenant_id = u.tenant and m.connection_id = u.connection and m.external_id = u.external);
  return query
  with told as (
    select m.tenant_id, m.id, advance_receipt(m.status, u.state) as status, u.failure::jsonb as failure
      from unnest(p_tenant, p_connection, p_external, p_state, p_failure)
        u (tenant, connection, external, state, failure)
      join message m on m.tenant_id = u.tenant and m.connection_id = u.connection and m.external_id = u.external
       and m.from_me
     order by m.id for update of m
  ), changed as (
    update message m set status = t.status, failure = case when t.status = 'failed' then t.failure end
      from told t where m.tenant_id = t.tenant_id and m.id = t.id and t.status is not null
    returning m.tenant_id, m.id, m.ticket_id, m.connection_id, m.status
  ), outbox as (
    insert into bus.outbox (event_id, tenant_id, name, key, data)
    select gen_random_uuid(), c.tenant_id, 'message.status.v1', c.ticket_id::text,
           jsonb_build_object('ticketId', c.ticket_id, 'contactId', t.contact_id, 'connectionId', c.connection_id,
               'messageId', c.id, 'status', c.status)
      from changed c join ticket t on t.tenant_id = c.tenant_id and t.id = c.ticket_id
  )
  select c.tenant_id, c.id, c.ticket_id from changed c;
end $$;
