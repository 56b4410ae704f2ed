-- Ways of signing in beside the password: passkeys, a second factor, the sign-in of a company's own identity provider.

-- What is handed out for one act and taken back with it: challenges of passkeys, states and codes of single sign-on.
-- Most are made before anybody knows who asks, hence no company's wall; `holder` names company and user of those that have one.
create table platform.one_time_secret (
  key_hash bytea primary key,
  purpose text not null,
  holder jsonb not null,
  data jsonb not null,
  expires_at timestamptz not null
);
create index one_time_secret_expires on platform.one_time_secret (expires_at);
-- Locking rows to sweep them takes the right to update.
grant select, insert, update, delete on platform.one_time_secret to recado_app, recado_engine;

create table core.passkey (
  id uuid not null,
  tenant_id uuid not null,
  user_id uuid not null,
  -- As browsers write it, base64url.
  credential_id text not null check (length(credential_id) <= 1400),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  -- The name of the site the key was made for; it works for no other.
  rp_id text not null,
  authenticator_type text not null check (authenticator_type in ('platform', 'cross-platform')),
  is_synced boolean not null,
  is_backed_up boolean not null,
  aaguid uuid not null,
  device_name text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create unique index passkey_credential on core.passkey (rp_id, credential_id);
create index passkey_user on core.passkey (tenant_id, user_id);

-- The app's shared secret lies in the vault.
create table core.second_factor (
  tenant_id uuid not null,
  user_id uuid not null,
  -- Null until the first code has shown that the app knows the secret.
  confirmed_at timestamptz,
  -- The newest time step whose code was used: it and older ones are refused.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create table core.recovery_code (
  tenant_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references core.second_factor (tenant_id, user_id) on delete cascade
);

-- Its client secret lies in the vault.
create table core.sso_provider (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Who is not known yet becomes a user of the company with the profile user.
  auto_create boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id),
  unique (tenant_id, id)
);
create table core.sso_domain (
  tenant_id uuid not null,
  domain text not null check (domain = lower(domain)),
  provider_id uuid not null,
  primary key (tenant_id, domain),
  foreign key (tenant_id, provider_id) references core.sso_provider (tenant_id, id) on delete cascade
);
create index sso_domain_provider on core.sso_domain (tenant_id, provider_id);
create index sso_domain_name on core.sso_domain (domain);

do $$
declare t text;
begin
  foreach t in array array['core.passkey', 'core.second_factor', 'core.recovery_code', 'core.sso_provider', 'core.sso_domain'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy tenant_wall on %s using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()))', t);
    execute format('grant select, insert, update, delete on %s to recado_app, recado_engine', t);
  end loop;
end $$;

-- Reviewed: nobody is signed in yet. The passkeys with which the account of an e-mail address or a phone number may sign
-- in on this site; exactly one of the two is given. Nothing for an account without any, as for one that does not exist.
create function core.find_login_passkeys(p_email text, p_phone text, p_rp_id text)
  returns table (tenant_id uuid, user_id uuid, credential_id text, transports text[])
  language sql stable security definer set search_path = ''
  as $$
    select p.tenant_id, p.user_id, p.credential_id, p.transports
      from core.user_account u
      join core.tenant t on t.id = u.tenant_id
      join core.passkey p on p.tenant_id = u.tenant_id and p.user_id = u.id
     where u.deleted_at is null and u.is_active and t.status = 'active' and p.is_active and p.rp_id = p_rp_id
       and ((p_email is not null and lower(u.email) = lower(p_email)) or (p_email is null and u.phone_number = p_phone))
     order by p.created_at
  $$;

-- Reviewed: nobody is signed in yet. The identity provider an address is led to: that of the account's own company, and of
-- no other; for an address without an account that of the only company which names its domain.
create function core.find_sso_provider(p_email text, p_domain text)
  returns table (tenant_id uuid, provider_id uuid)
  language sql stable security definer set search_path = ''
  as $$
    with claims as (
      select d.tenant_id, d.provider_id
        from core.sso_domain d
        join core.sso_provider p on p.tenant_id = d.tenant_id and p.id = d.provider_id and p.is_active
        join core.tenant t on t.id = d.tenant_id and t.status = 'active'
       where d.domain = lower(p_domain)
    ), account as (
      select u.tenant_id from core.user_account u where lower(u.email) = lower(p_email) and u.deleted_at is null
    )
    select c.tenant_id, c.provider_id from claims c
     where case when exists (select 1 from account) then c.tenant_id = (select a.tenant_id from account a)
                else (select count(*) from claims) = 1 end
  $$;

-- Reviewed: crosses companies, for masters of the installation only. The companies, with how many passkeys each has.
create function core.passkey_tenants(p_master uuid)
  returns table (id uuid, name text, passkeys integer)
  language sql stable security definer set search_path = ''
  as $$
    select t.id, t.name, (select count(*)::integer from core.passkey p where p.tenant_id = t.id)
      from core.tenant t
     where exists (select 1 from core.user_account u where u.id = p_master and u.is_master and u.is_active and u.deleted_at is null)
     order by t.name, t.id
     limit 5000
  $$;

grant create on schema core to recado_engine;
alter function core.find_login_passkeys(text, text, text) owner to recado_engine;
alter function core.find_sso_provider(text, text) owner to recado_engine;
alter function core.passkey_tenants(uuid) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke execute on function core.find_login_passkeys(text, text, text), core.find_sso_provider(text, text), core.passkey_tenants(uuid) from public;
grant execute on function core.find_login_passkeys(text, text, text), core.find_sso_provider(text, text), core.passkey_tenants(uuid) to recado_app;
