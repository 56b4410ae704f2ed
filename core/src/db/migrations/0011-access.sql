-- Who may come in: what a company may use, what a user may do, and what every request asks about its session.

-- Things of the installation and not of one company: no company's wall runs through them, and nothing secret stands in them in the open.
create schema platform;
grant usage on schema platform to recado_app, recado_engine;

-- What companies can be given. A plan belongs to the platform, or to the reseller who offers it.
create table platform.plan (
  id uuid primary key,
  reseller_id uuid references core.tenant (id),
  name text not null,
  description text not null default '',
  tier text not null check (tier in ('free', 'basic', 'plus', 'premium')),
  -- Null is without limit.
  max_users integer check (max_users >= 0),
  max_connected_users integer check (max_connected_users >= 0),
  max_connections integer check (max_connections >= 0),
  max_contacts integer check (max_contacts >= 0),
  trial_days integer not null default 7 check (trial_days >= 0),
  -- Offered to who registers.
  is_public boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index plan_name on platform.plan (reseller_id, lower(name)) nulls not distinct;

create table platform.global_setting (
  key text primary key,
  value jsonb,
  -- A secret: sealed by a key that is in no table, with its last characters where it is long enough.
  sealed bytea,
  last4 text,
  updated_at timestamptz not null default now(),
  check (value is null or sealed is null)
);
grant select, insert, update, delete on platform.plan, platform.global_setting to recado_app, recado_engine;

alter table core.tenant
  -- Who looks after this company; null for the platform itself.
  add column reseller_id uuid references core.tenant (id),
  add column is_reseller boolean not null default false,
  add column plan_id uuid references platform.plan (id),
  -- The tier is free from then on; null where nothing is tried out.
  add column trial_ends_at timestamptz,
  add column max_users integer check (max_users >= 0),
  add column max_connected_users integer check (max_connected_users >= 0),
  add column max_contacts integer check (max_contacts >= 0),
  add column user_creation boolean not null default true,
  -- What all companies of a reseller may have together; null is without limit.
  add column reseller_max_tenants integer check (reseller_max_tenants >= 0),
  add column reseller_max_users integer check (reseller_max_users >= 0),
  add column reseller_max_connections integer check (reseller_max_connections >= 0),
  -- Nobody of the company works while it is set; what arrives is kept.
  add column blocked_at timestamptz,
  add column document text,
  add column email text,
  add column phone_number text,
  add column updated_at timestamptz not null default now();
create index tenant_reseller on core.tenant (reseller_id) where reseller_id is not null;

-- A licence token, read once and kept with what came of it: `state` says why one does not count.
create table core.licence (
  tenant_id uuid primary key references core.tenant (id) on delete cascade,
  token text not null,
  tier text not null check (tier in ('free', 'basic', 'plus', 'premium')),
  domain text,
  expires_at timestamptz,
  state text not null check (state in ('valid', 'invalid', 'invalidDomain', 'invalidCode')),
  checked_at timestamptz not null default now()
);

-- Roles that a company makes itself, from the permissions of core and plugins. `profile` decides which tickets their holders see.
create table core.role (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  profile text not null check (profile in ('user', 'super')),
  permissions text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id),
  unique (tenant_id, id)
);
create unique index role_name on core.role (tenant_id, lower(name));

alter table core.user_account
  -- Replaces what the profile would grant.
  add column role_id uuid,
  -- Single permissions, given and taken beside role and profile; what is taken counts.
  add column granted text[] not null default '{}',
  add column denied text[] not null default '{}',
  add column login_mode text not null default 'any' check (login_mode in ('any', 'scheduled')),
  add column login_hours jsonb,
  add column availability jsonb,
  add column wavoip_allowed boolean not null default false,
  -- The version of the privacy notice that was accepted last; every answer stands in core.consent.
  add column consent_version integer,
  add column password_changed_at timestamptz not null default now(),
  -- The row stays: messages and logs keep their author. Address and number are free again.
  add column deleted_at timestamptz,
  add foreign key (tenant_id, role_id) references core.role (tenant_id, id);
create index user_account_role on core.user_account (tenant_id, role_id) where role_id is not null;
drop index core.user_account_email;
drop index core.user_account_phone;
create unique index user_account_email on core.user_account (lower(email)) where deleted_at is null;
create unique index user_account_phone on core.user_account (phone_number) where phone_number is not null and deleted_at is null;
create index user_account_list on core.user_account (tenant_id, name, id) where deleted_at is null;

-- Every answer to the privacy notice, for good: who, to which words, when and from where.
create table core.consent (
  id uuid primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  version integer not null,
  notice_hash text not null,
  accepted boolean not null,
  ip text,
  at timestamptz not null default now(),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id)
);
create index consent_user on core.consent (tenant_id, user_id, at);

-- When the user last showed who they are in this session: signing in counts.
alter table core.session add column confirmed_at timestamptz not null default now();

do $$
declare t text;
begin
  foreach t in array array['core.licence', 'core.role', 'core.consent'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy tenant_wall on %s using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()))', t);
    execute format('grant select, insert, update, delete on %s to recado_app, recado_engine', t);
  end loop;
end $$;
revoke update, delete on core.consent from recado_app;

-- The tier that counts: a licence's, else the plan's, and free once a licence does not hold or a trial is over.
create function core.tier_of(p_tenant uuid) returns text language sql stable set search_path = ''
  as $$
    select case
        when l.tenant_id is not null and (l.state <> 'valid' or l.expires_at <= now()) then 'free'
        when l.tenant_id is not null then l.tier
        when t.trial_ends_at <= now() then 'free'
        else t.tier
      end
      from core.tenant t left join core.licence l on l.tenant_id = t.id
     where t.id = p_tenant
  $$;
grant execute on function core.tier_of(uuid) to recado_app, recado_engine;

create or replace function core.find_login(p_email text, p_phone text)
  returns table (user_id uuid, tenant_id uuid, password_hash text, active boolean)
  language sql stable security definer set search_path = ''
  as $$
    select u.id, u.tenant_id, u.password_hash, u.is_active and t.status = 'active'
      from core.user_account u join core.tenant t on t.id = u.tenant_id
     where u.deleted_at is null
       and ((p_email is not null and lower(u.email) = lower(p_email)) or (p_email is null and u.phone_number = p_phone))
  $$;

drop function core.find_sessions(uuid[], integer);
create function core.find_sessions(p_ids uuid[], p_idle_seconds integer)
  returns table (
    session_id uuid, tenant_id uuid, user_id uuid, over boolean, end_reason text, active boolean, deleted boolean, blocked boolean,
    name text, profile text, is_master boolean, is_reseller boolean, role_permissions text[], granted text[], denied text[], locale text, queue_ids uuid[],
    consent_version integer, confirmed_at timestamptz, login_hours jsonb, time_zone text)
  language sql stable security definer set search_path = ''
  as $$
    select s.id, s.tenant_id, s.user_id,
           s.ended_at is not null or s.expires_at <= now() or s.last_seen_at <= now() - make_interval(secs => p_idle_seconds),
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

grant create on schema core to recado_engine;
alter function core.find_sessions(uuid[], integer) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke execute on function core.find_sessions(uuid[], integer) from public;
grant execute on function core.find_sessions(uuid[], integer) to recado_app;
