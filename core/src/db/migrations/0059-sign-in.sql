-- Guesses at a second factor and at the password of a signed-in user; what a company that requires a second factor leaves
-- open; tokens of programs that always expire.

-- Wrong guesses since the user last signed in. A row goes when the user signs in, and by nothing else.
create table core.guess_count (
  tenant_id uuid not null,
  user_id uuid not null,
  -- What was guessed at: a code of the second factor, or the password by who is signed in.
  target text not null check (target in ('secondFactor', 'password')),
  failures integer not null check (failures >= 0),
  last_failed_at timestamptz not null,
  primary key (tenant_id, user_id, target),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
alter table core.guess_count enable row level security;
alter table core.guess_count force row level security;
create policy tenant_wall on core.guess_count using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.guess_count to recado_app, recado_engine;

-- How its user signed in. For sessions that are open already the audit trail knows.
alter table core.session add column way text not null default 'password' check (way in ('password', 'passkey', 'singleSignOn'));
update core.session s set way = a.facts ->> 'way'
  from core.audit_log a
 where s.ended_at is null and s.expires_at > now() and a.tenant_id = s.tenant_id and a.action = 'session.begin' and a.subject = s.id::text
   and a.facts ->> 'way' in ('passkey', 'singleSignOn');

-- Whether a user has an active passkey of this site (of any site where p_site is null) that was made or used since the
-- password was last set by a mailed link: then the password alone lets nobody in.
create function core.has_passkey_in_force(p_tenant uuid, p_user uuid, p_site text) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select 1 from core.passkey p join core.user_account u on u.tenant_id = p.tenant_id and u.id = p.user_id
       where p.tenant_id = p_tenant and p.user_id = p_user and p.is_active and (p_site is null or p.rp_id = p_site)
         and coalesce(p.last_used_at, p.created_at) > coalesce(u.password_reset_at, '-infinity'))
  $$;

-- Whether the company requires a second factor and the user has neither an authenticator app nor a passkey in force.
create function core.lacks_second_factor(p_tenant uuid, p_user uuid, p_site text) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (select 1 from core.setting g where g.tenant_id = p_tenant and g.key = 'requireSecondFactor' and g.value = 'true'::jsonb)
       and not exists (select 1 from core.second_factor f where f.tenant_id = p_tenant and f.user_id = p_user and f.confirmed_at is not null)
       and not core.has_passkey_in_force(p_tenant, p_user, p_site)
  $$;
revoke execute on function core.has_passkey_in_force(uuid, uuid, text), core.lacks_second_factor(uuid, uuid, text) from public;
grant execute on function core.has_passkey_in_force(uuid, uuid, text), core.lacks_second_factor(uuid, uuid, text) to recado_app, recado_engine;

-- As before, with whether the user has to enrol a second factor. An identity provider asks for its own.
drop function core.find_sessions(uuid[], integer);
create function core.find_sessions(p_ids uuid[], p_idle_seconds integer, p_site text)
  returns table (
    session_id uuid, tenant_id uuid, user_id uuid, over boolean, end_reason text, active boolean, deleted boolean, blocked boolean,
    name text, profile text, is_master boolean, is_reseller boolean, role_permissions text[], granted text[], denied text[], locale text, queue_ids uuid[],
    consent_version integer, confirmed_at timestamptz, login_hours jsonb, time_zone text, must_enrol boolean)
  language sql stable security definer set search_path = ''
  as $$
    select s.id, s.tenant_id, s.user_id,
           s.ended_at is not null or s.expires_at <= now() or s.last_seen_at <= now() - coalesce(
             (select make_interval(mins => g.value::integer) from core.setting g where g.tenant_id = s.tenant_id and g.key = 'sessionIdleMinutes' and jsonb_typeof(g.value) = 'number'),
             make_interval(secs => p_idle_seconds)),
           s.end_reason, u.is_active and t.status = 'active', u.deleted_at is not null, t.blocked_at is not null,
           u.name, u.profile, u.is_master, t.is_reseller, r.permissions, u.granted, u.denied, coalesce(u.configs ->> 'locale', t.locale),
           array(select q.queue_id from core.user_queue q where q.tenant_id = s.tenant_id and q.user_id = s.user_id),
           u.consent_version, s.confirmed_at, case u.login_mode when 'scheduled' then coalesce(u.login_hours, '{}') end, t.time_zone,
           s.way <> 'singleSignOn' and core.lacks_second_factor(s.tenant_id, s.user_id, p_site)
      from core.session s
      join core.user_account u on u.tenant_id = s.tenant_id and u.id = s.user_id
      join core.tenant t on t.id = s.tenant_id
      left join core.role r on r.tenant_id = u.tenant_id and r.id = u.role_id
     where s.id = any (p_ids)
  $$;

-- Every token expires. Those without an end, or with one that is too far, get one: a year from now.
alter table core.api_token add column expiry_assigned boolean not null default false;
update core.api_token set expires_at = now() + interval '1 year', expiry_assigned = true where expires_at is null or expires_at > now() + interval '1 year';
alter table core.api_token alter column expires_at set not null;

-- As before, with whether the maker has to enrol a second factor. `!` is the password of who signs in by an identity
-- provider alone, which asks for its own.
drop function core.find_api_token(uuid);
create function core.find_api_token(p_id uuid, p_site text)
  returns table (
    token_id uuid, tenant_id uuid, user_id uuid, secret_hash bytea, scopes text[], over boolean, active boolean, deleted boolean, blocked boolean,
    name text, profile text, is_master boolean, is_reseller boolean, role_permissions text[], granted text[], denied text[], locale text, queue_ids uuid[], time_zone text,
    must_enrol boolean)
  language sql stable security definer set search_path = ''
  as $$
    select a.id, a.tenant_id, a.user_id, a.secret_hash, a.scopes, a.expires_at <= now(), u.is_active and t.status = 'active', u.deleted_at is not null, t.blocked_at is not null,
           u.name, u.profile, u.is_master, t.is_reseller, r.permissions, u.granted, u.denied, coalesce(u.configs ->> 'locale', t.locale),
           array(select q.queue_id from core.user_queue q where q.tenant_id = a.tenant_id and q.user_id = a.user_id), t.time_zone,
           u.password_hash <> '!' and core.lacks_second_factor(a.tenant_id, a.user_id, p_site)
      from core.api_token a
      join core.user_account u on u.tenant_id = a.tenant_id and u.id = a.user_id
      join core.tenant t on t.id = a.tenant_id
      left join core.role r on r.tenant_id = u.tenant_id and r.id = u.role_id
     where a.id = p_id
  $$;

grant create on schema core to recado_engine;
alter function core.find_sessions(uuid[], integer, text) owner to recado_engine;
alter function core.find_api_token(uuid, text) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke execute on function core.find_sessions(uuid[], integer, text), core.find_api_token(uuid, text) from public;
grant execute on function core.find_sessions(uuid[], integer, text), core.find_api_token(uuid, text) to recado_app;
