-- functions: current_tenant
-- Coming in and staying in: sessions, tokens of programs, and the ways of signing in beside the password.

-- One row per login. A refresh family is the session itself: rotation replaces the hash, reuse of an old one ends it.
create table core.session (
  id uuid not null,
  tenant_id uuid not null,
  user_id uuid not null,
  refresh_hash bytea not null,
  previous_refresh_hash bytea,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  user_agent text,
  ip text,
  -- When the user last showed who they are in this session: signing in counts.
  confirmed_at timestamptz not null default now(),
  -- Told by sockets and refreshes alike. `last_seen_at` is told by what the user does alone: an open page keeps nobody
  -- signed in.
  connected_at timestamptz not null default now(),
  -- How its user signed in.
  way text not null default 'password' check (way in ('password', 'passkey', 'singleSignOn')),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index session_live on core.session (tenant_id, user_id) where ended_at is null;
alter table core.session enable row level security, force row level security;
create policy tenant_wall on core.session
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.session to recado_app, recado_engine;

-- What a program calls the API with: it acts as its maker, within its scopes. Only a hash of the secret is kept.
create table core.api_token (
  id uuid not null,
  tenant_id uuid not null,
  user_id uuid not null,
  name text not null,
  scopes text[] not null,
  secret_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  -- Whether it was given its end, because it had none or one that was too far.
  expiry_assigned boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index api_token_user on core.api_token (tenant_id, user_id);
alter table core.api_token enable row level security, force row level security;
create policy tenant_wall on core.api_token
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.api_token to recado_app, recado_engine;

-- One row per link that was asked for; the newest unused one counts. The token itself stands in the mail alone.
create table core.password_reset (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id) on delete cascade,
  user_id uuid not null,
  -- SHA-256.
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Used, or replaced by a newer one.
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index password_reset_user on core.password_reset (tenant_id, user_id, created_at);
create index password_reset_age on core.password_reset (created_at);
alter table core.password_reset enable row level security, force row level security;
create policy tenant_wall on core.password_reset
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.password_reset to recado_app, recado_engine;

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
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
-- Unique across the platform: by its directory.
create unique index passkey_credential on core.passkey (tenant_id, rp_id, credential_id);
create index passkey_user on core.passkey (tenant_id, user_id);
alter table core.passkey enable row level security, force row level security;
create policy tenant_wall on core.passkey
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.passkey to recado_app, recado_engine;

-- An authenticator app. Its shared secret lies in the vault.
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
alter table core.second_factor enable row level security, force row level security;
create policy tenant_wall on core.second_factor
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.second_factor to recado_app, recado_engine;

create table core.recovery_code (
  tenant_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references core.second_factor (tenant_id, user_id) on delete cascade
);
alter table core.recovery_code enable row level security, force row level security;
create policy tenant_wall on core.recovery_code
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.recovery_code to recado_app, recado_engine;

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
alter table core.guess_count enable row level security, force row level security;
create policy tenant_wall on core.guess_count
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.guess_count to recado_app, recado_engine;

-- The identity provider of a company. Its client secret lies in the vault.
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
  primary key (tenant_id, id)
);
alter table core.sso_provider enable row level security, force row level security;
create policy tenant_wall on core.sso_provider
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.sso_provider to recado_app, recado_engine;

-- A domain counts once its owner has proven it: by a TXT record with the company's token (decision 078).
create table core.sso_domain (
  tenant_id uuid not null,
  domain text not null check (domain = lower(domain)),
  provider_id uuid not null,
  -- When the record was found first; null until then, and again once it has been gone for too long.
  verified_at timestamptz,
  checked_at timestamptz,
  -- What the last check found instead of the record; null for the record.
  problem text check (problem in ('missing', 'different', 'unreachable')),
  -- Since when the record of a proven domain is gone.
  missing_since timestamptz,
  primary key (tenant_id, domain),
  foreign key (tenant_id, provider_id) references core.sso_provider (tenant_id, id) on delete cascade
);
create index sso_domain_provider on core.sso_domain (tenant_id, provider_id);
alter table core.sso_domain enable row level security, force row level security;
create policy tenant_wall on core.sso_domain
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.sso_domain to recado_app, recado_engine;

-- What is handed out for one act and taken back with it: challenges of passkeys, states and codes of single sign-on.
-- Most are made before anybody knows who asks, hence no company's wall; `holder` names company and user of those that
-- have one.
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

-- Challenges that were answered: once, until they would have expired anyway. `nonce` is the challenge's own.
create table platform.answered_captcha (
  nonce text primary key,
  expires_at timestamptz not null
);
create index answered_captcha_expiry on platform.answered_captcha (expires_at);
grant select, insert, delete on platform.answered_captcha to recado_app;
grant select, delete on platform.answered_captcha to recado_engine;
