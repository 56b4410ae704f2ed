-- owner: database; execute: app, engine
-- A ticket that is put off comes back when its contact writes, and whenever it gets another status, person or queue,
-- whoever does that. Only what the contact did is told here: the others tell of themselves.
create or replace function core.wake_ticket()
returns trigger
language plpgsql set search_path = '' as $$
begin
  new.snoozed_at := null;
  new.snoozed_until := null;
  new.woken_at := clock_timestamp();
  if new.unread > old.unread then
    insert into core.ticket_log (id, tenant_id, ticket_id, type, detail)
      values (uuidv7(), new.tenant_id, new.id, 'wake', 'message');
    insert into bus.outbox (event_id, tenant_id, name, key, data)
      values (gen_random_uuid(), new.tenant_id, 'ticket.woken.v1', new.id::text, jsonb_build_object(
        'ticketId', new.id, 'contactId', new.contact_id, 'connectionId', new.connection_id, 'by', 'message'));
  end if;
  return new;
end $$;
