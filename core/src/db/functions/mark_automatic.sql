-- owner: engine; execute: app
-- Says in the event of a message that nobody wrote it, so that nothing answers it by itself. Called in the statement
-- that stored the message, hence in its transaction: its event is among the newest, and nobody has read it yet.
create or replace function core.mark_automatic(p_tenant uuid, p_message uuid)
returns void
language plpgsql security definer set search_path = core, pg_temp as $$
begin
  update bus.outbox o set data = o.data || jsonb_build_object('automatic', true)
   where o.id > (select coalesce(max(id), 0) - 10000 from bus.outbox) and o.tenant_id = p_tenant
     and o.name = 'message.received.v1' and o.data ->> 'messageId' = p_message::text;
end $$;
