-- Several sessions of one user, how long they may rest, who is connected, and the tokens of programs.

-- Told by sockets and refreshes alike. `last_seen_at` is told by what the user does alone: an open page keeps nobody signed in.
alter table core.session add column connected_at timestamptz not null default now();

-- What a program calls the API with: it acts as its maker, within its scopes. Only a hash of the secret is kept.
create table core.api_token (
  id uuid not null,
  tenant_id uuid not null,
  user_id uuid not null,
  name text not null,
  scopes text[] not null,
  secret_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index api_token_user on core.api_token (tenant_id, user_id);
alter table core.api_token enable row level security;
alter table core.api_token force row level security;
create policy tenant_wall on core.api_token using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.api_token to recado_app, recado_engine;

-- As before, with the rest that a company allows its sessions.
create or replace function core.find_sessions(p_ids uuid[], p_idle_seconds integer)
  returns table (
    session_id uuid, tenant_id uuid, user_id uuid, over boolean, end_reason text, active boolean, deleted boolean, blocked boolean,
    name text, profile text, is_master boolean, is_reseller boolean, role_permissions text[], granted text[], denied text[], locale text, queue_ids uuid[],
    consent_version integer, confirmed_at timestamptz, login_hours jsonb, time_zone text)
  language sql stable security definer set search_path = ''
  as $$
    select s.id, s.tenant_id, s.user_id,
           s.ended_at is not null or s.expires_at <= now() or s.last_seen_at <= now() - coalesce(
             (select make_interval(mins => g.value::integer) from core.setting g where g.tenant_id = s.tenant_id and g.key = 'sessionIdleMinutes' and jsonb_typeof(g.value) = 'number'),
             make_interval(secs => p_idle_seconds)),
           s.end_reason, u.is_active and t.status = 'active', u.deleted_at is not null, t.blocked_at is not null,
           u.name, u.profile, u.is_master, t.is_reseller, r.permissions, u.granted, u.denied, coalesce(u.configs ->> 'locale', t.locale),
           array(select q.queue_id from core.user_queue q where q.tenant_id = s.tenant_id and q.user_id = s.user_id),
           u.consent_version, s.confirmed_at, case u.login_mode when 'scheduled' then coalesce(u.login_hours, '{}') end, t.time_zone
      from core.session s
      join core.user_account u on u.tenant_id = s.tenant_id and u.id = s.user_id
      join core.tenant t on t.id = s.tenant_id
      left join core.role r on r.tenant_id = u.tenant_id and r.id = u.role_id
     where s.id = any (p_ids)
  $$;

-- Sessions of any company whose pages are open.
create function core.touch_sessions(p_ids uuid[]) returns void
  language sql volatile security definer set search_path = ''
  as $$ update core.session set connected_at = now() where id = any (p_ids) and ended_at is null $$;

-- A token with everything that decides what its maker may do; the tenant is not known before.
create function core.find_api_token(p_id uuid)
  returns table (
    token_id uuid, tenant_id uuid, user_id uuid, secret_hash bytea, scopes text[], over boolean, active boolean, deleted boolean, blocked boolean,
    name text, profile text, is_master boolean, is_reseller boolean, role_permissions text[], granted text[], denied text[], locale text, queue_ids uuid[], time_zone text)
  language sql stable security definer set search_path = ''
  as $$
    select a.id, a.tenant_id, a.user_id, a.secret_hash, a.scopes, a.expires_at <= now(), u.is_active and t.status = 'active', u.deleted_at is not null, t.blocked_at is not null,
           u.name, u.profile, u.is_master, t.is_reseller, r.permissions, u.granted, u.denied, coalesce(u.configs ->> 'locale', t.locale),
           array(select q.queue_id from core.user_queue q where q.tenant_id = a.tenant_id and q.user_id = a.user_id), t.time_zone
      from core.api_token a
      join core.user_account u on u.tenant_id = a.tenant_id and u.id = a.user_id
      join core.tenant t on t.id = a.tenant_id
      left join core.role r on r.tenant_id = u.tenant_id and r.id = u.role_id
     where a.id = p_id
  $$;

grant create on schema core to recado_engine;
alter function core.touch_sessions(uuid[]) owner to recado_engine;
alter function core.find_api_token(uuid) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke execute on function core.touch_sessions(uuid[]), core.find_api_token(uuid) from public;
grant execute on function core.touch_sessions(uuid[]), core.find_api_token(uuid) to recado_app;
