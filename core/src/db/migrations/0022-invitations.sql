-- functions: current_tenant
-- Invitations of users by mail (decision 212): one row for each letter. The account is there from the first one on and
-- is not active until its invitation is accepted. The token itself stands in the mail alone.
create table core.user_invitation (
  id uuid not null,
  tenant_id uuid not null,
  user_id uuid not null,
  -- SHA-256.
  token_hash bytea not null,
  invited_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('accepted', 'replaced', 'withdrawn')),
  primary key (tenant_id, id),
  check ((ended_at is null) = (outcome is null)),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invited_by) references core.user_account (tenant_id, id) on delete set null (invited_by)
);
create unique index user_invitation_open on core.user_invitation (tenant_id, user_id) where ended_at is null;
create unique index user_invitation_token on core.user_invitation (tenant_id, token_hash);
create index user_invitation_user on core.user_invitation (tenant_id, user_id, created_at);
create index user_invitation_latest on core.user_invitation (tenant_id, created_at);
create index user_invitation_inviter on core.user_invitation (tenant_id, invited_by) where invited_by is not null;
create index user_invitation_ended on core.user_invitation (ended_at) where ended_at is not null;
alter table core.user_invitation enable row level security, force row level security;
create policy tenant_wall on core.user_invitation
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.user_invitation to recado_app, recado_engine;
