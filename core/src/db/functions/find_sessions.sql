-- owner: engine; execute: app
-- Sessions with everything that decides what their users may do and how long they may be idle. Unknown ids are simply
-- missing in the answer.
create or replace function core.find_sessions(p_ids uuid[], p_idle_seconds integer, p_site text)
returns table (
    session_id uuid, tenant_id uuid, user_id uuid, over boolean, end_reason text, active boolean, deleted boolean,
    blocked boolean, name text, profile text, is_master boolean, is_reseller boolean, role_permissions text[],
    granted text[], denied text[], locale text, queue_ids uuid[], consent_version integer, confirmed_at timestamptz,
    login_hours jsonb, time_zone text, must_enrol boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.tenant_id, s.user_id,
         s.ended_at is not null or s.expires_at <= now() or s.last_seen_at <= now() - coalesce(
           (select make_interval(mins => g.value::integer) from core.setting g
               where g.tenant_id = s.tenant_id and g.key = 'sessionIdleMinutes' and jsonb_typeof(g.value) = 'number'),
           make_interval(secs => p_idle_seconds)),
         s.end_reason, u.is_active and t.status = 'active', u.deleted_at is not null, t.blocked_at is not null,
         u.name, u.profile, u.is_master, t.is_reseller, r.permissions, u.granted, u.denied,
         coalesce(u.configs ->> 'locale', t.locale),
         array(select q.queue_id from core.user_queue q where q.tenant_id = s.tenant_id and q.user_id = s.user_id),
         u.consent_version, s.confirmed_at, case u.login_mode when 'scheduled' then coalesce(u.login_hours, '{}') end,
         t.time_zone,
         s.way <> 'singleSignOn' and core.lacks_second_factor(s.tenant_id, s.user_id, p_site)
    from platform.session_directory d
    join core.session s on s.tenant_id = d.tenant_id and s.id = d.session_id
    join core.user_account u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join core.tenant t on t.id = s.tenant_id
    left join core.role r on r.tenant_id = u.tenant_id and r.id = u.role_id
   where d.session_id = any (p_ids)
$$;
