-- owner: engine; execute: app
-- Sessions of any company whose pages are open.
create or replace function core.touch_sessions(p_ids uuid[])
returns void
language sql volatile security definer set search_path = '' as $$
  update core.session s set connected_at = now()
    from platform.session_directory d
   where d.session_id = any (p_ids) and s.tenant_id = d.tenant_id and s.id = d.session_id and s.ended_at is null
$$;
