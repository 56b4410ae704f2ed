-- owner: engine; execute: app
-- Somebody has written in these chats: what waits there begins them no more. Answers in how many something waited.
create or replace function core.answer_lanes(p_tenant uuid, p_connection uuid, p_chats text[])
returns integer
language sql security definer set search_path = core, pg_temp as $$
  with freed as (
    update delivery_lane l set opens = false
     where l.tenant_id = p_tenant and l.connection_id = p_connection and l.chat = any (p_chats) and l.opens
    returning 1)
  select count(*)::integer from freed
$$;
