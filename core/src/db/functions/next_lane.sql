-- owner: database; execute: app, engine
-- The place of a new intent: behind all that wait in the lane of its chat, also when the clock was set back. In a
-- language that keeps its plans: a function in SQL is planned with every call. A session that made its plan while the
-- table was empty would read all of it from then on, hence the order and the setting.
create or replace function core.next_lane(p_tenant uuid, p_connection uuid, p_chat text)
returns bigint
language plpgsql volatile set enable_seqscan = off as $$
begin
  return greatest(core.microseconds(), (
    select d.lane + 1 from core.delivery d
     where d.tenant_id = p_tenant and d.connection_id = p_connection and d.chat = p_chat
       and d.state in ('queued', 'leased', 'retry')
     order by d.lane desc limit 1));
end $$;
