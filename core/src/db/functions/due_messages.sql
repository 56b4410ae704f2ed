-- owner: engine; execute: app
-- What is due in all companies, oldest first. Whoever sends one locks it and looks again: two nodes may be told the
-- same.
create or replace function core.due_messages(p_until timestamptz, p_limit integer)
returns table (tenant_id uuid, id uuid, next_at timestamptz)
language sql stable security definer set search_path = core, pg_temp as $$
  select s.tenant_id, s.id, s.next_at from scheduled_message s
   where s.state = 'pending' and s.next_at <= p_until order by s.next_at, s.id limit p_limit
$$;
