-- owner: engine; execute: nobody
-- Whether a message to this chat begins it: nobody has written there, and nothing of ours went out. A group is a chat
-- that others have begun.
create or replace function core.begins_chat(p_tenant uuid, p_connection uuid, p_chat text)
returns boolean
language sql stable set search_path = core, pg_temp as $$
  select not exists (
    select from ticket t
     where t.tenant_id = p_tenant and t.connection_id = p_connection and t.chat = p_chat
       and (t.is_group or exists (
         select from message m
          where m.tenant_id = t.tenant_id and m.ticket_id = t.id
            and (not m.from_me or m.status in ('accepted', 'sent', 'delivered', 'read', 'played')))))
$$;
