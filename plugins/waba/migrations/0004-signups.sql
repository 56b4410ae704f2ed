-- A sign-up at Meta that a user has begun. The token that comes back with the answer is kept as its digest alone.
create table plg_waba.signup (
  tenant_id uuid not null,
  token_hash text not null,
  user_id uuid not null,
  begun_at timestamptz not null default now(),
  primary key (tenant_id, token_hash)
);
create index signup_user on plg_waba.signup (tenant_id, user_id);
create index signup_age on plg_waba.signup (tenant_id, begun_at);
