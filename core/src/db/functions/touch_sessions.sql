-- owner: engine; execute: app
-- Sessions of any company whose pages are open.
create or replace function core.touch_sessions(p_ids uuid[])
returns void
language sql volatile security definer set search_path = '' as $$
  update core.session set connected_at = now() where id = any (p_ids) and ended_at is null
$$;
