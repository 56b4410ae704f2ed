-- owner: engine; execute: app
-- What few arrivals need beside core.inbound_batch, in the same statement and hence the same transaction: the author in
-- a group, what the provider says beside the content, and the files to fetch. Null for a message that was stored
-- before, and then nothing happens.
create or replace function core.complete_arrival(
    p_tenant uuid, p_connection uuid, p_message uuid, p_sender text, p_refs text, p_forwarded text default null,
    p_quote text default null)
returns void
language plpgsql security definer set search_path = core, pg_temp as $$
begin
  if p_message is null then return; end if;
  if coalesce(p_sender, p_forwarded, p_quote) is not null then
    update message m set sender_name = p_sender, forwarded = p_forwarded, quote = p_quote
     where m.tenant_id = p_tenant and m.id = p_message;
  end if;
  insert into media_fetch (tenant_id, message_id, part, connection_id, ref)
    select p_tenant, p_message, r.part, p_connection, r.ref
      from jsonb_to_recordset(p_refs::jsonb) as r (part integer, ref text);
end $$;
