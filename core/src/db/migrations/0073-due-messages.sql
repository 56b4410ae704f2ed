-- As before, and with the moment at which each is due: asked for what is due a little later, the answer says how long to rest.
drop function core.due_messages(timestamptz, integer);
create function core.due_messages(p_until timestamptz, p_limit integer)
returns table (tenant_id uuid, id uuid, next_at timestamptz)
language sql stable security definer set search_path = core, pg_temp as $$
  select s.tenant_id, s.id, s.next_at from scheduled_message s
   where s.state = 'pending' and s.next_at <= p_until order by s.next_at, s.id limit p_limit
$$;
grant create on schema core to recado_engine;
alter function core.due_messages(timestamptz, integer) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke all on function core.due_messages(timestamptz, integer) from public;
grant execute on function core.due_messages(timestamptz, integer) to recado_app;
