-- owner: database; execute: app, engine
-- The place of a new intent: behind all that wait in the lane of its chat, also when the clock was set back.
create or replace function core.next_lane(p_tenant uuid, p_connection uuid, p_chat text)
returns bigint
language sql volatile set search_path = '' as $$
  select greatest(core.microseconds(), (
    select max(d.lane) + 1 from core.delivery d
     where d.tenant_id = p_tenant and d.connection_id = p_connection and d.chat = p_chat
       and d.state in ('queued', 'leased', 'retry')))
$$;
