-- Reviewed functions for the two moments at which no tenant is known yet: signing in, and finding the session that a
-- token names. They run as recado_engine, which row-level security does not bind, and answer no more than is needed.

-- The account an e-mail address or a phone number belongs to; exactly one of the two is given.
create function core.find_login(p_email text, p_phone text)
  returns table (user_id uuid, tenant_id uuid, password_hash text, active boolean)
  language sql stable security definer set search_path = ''
  as $$
    select u.id, u.tenant_id, u.password_hash, u.is_active and t.status = 'active'
      from core.user_account u join core.tenant t on t.id = u.tenant_id
     where (p_email is not null and lower(u.email) = lower(p_email))
        or (p_email is null and u.phone_number = p_phone)
  $$;

-- Sessions with everything that decides what their users may do. Unknown ids are simply missing in the answer.
create function core.find_sessions(p_ids uuid[], p_idle_seconds integer)
  returns table (
    session_id uuid, tenant_id uuid, user_id uuid, over boolean, end_reason text, active boolean,
    name text, profile text, locale text, queue_ids uuid[])
  language sql stable security definer set search_path = ''
  as $$
    select s.id, s.tenant_id, s.user_id,
           s.ended_at is not null or s.expires_at <= now() or s.last_seen_at <= now() - make_interval(secs => p_idle_seconds),
           s.end_reason, u.is_active and t.status = 'active',
           u.name, u.profile, coalesce(u.configs ->> 'locale', t.locale),
           array(select q.queue_id from core.user_queue q where q.tenant_id = s.tenant_id and q.user_id = s.user_id)
      from core.session s
      join core.user_account u on u.tenant_id = s.tenant_id and u.id = s.user_id
      join core.tenant t on t.id = s.tenant_id
     where s.id = any (p_ids)
  $$;

grant create on schema core to recado_engine;
alter function core.find_login(text, text) owner to recado_engine;
alter function core.find_sessions(uuid[], integer) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke execute on function core.find_login(text, text), core.find_sessions(uuid[], integer) from public;
grant execute on function core.find_login(text, text), core.find_sessions(uuid[], integer) to recado_app;
