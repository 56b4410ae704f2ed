-- functions: current_tenant, searchable
-- Who works for a company, in which queues and groups, and with which roles.

-- Roles that a company makes itself, from the permissions of core and plugins. `profile` decides which tickets their
-- holders see.
create table core.role (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  profile text not null check (profile in ('user', 'super')),
  permissions text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index role_name on core.role (tenant_id, lower(name));
alter table core.role enable row level security, force row level security;
create policy tenant_wall on core.role
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.role to recado_app, recado_engine;

create table core.user_account (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  email text not null,
  phone_number text,
  password_hash text not null,
  profile text not null check (profile in ('user', 'super', 'admin')),
  is_active boolean not null default true,
  is_master boolean not null default false,
  is_hidden boolean not null default false,
  is_online boolean not null default false,
  image text,
  configs jsonb not null default '{}',
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Replaces what the profile would grant.
  role_id uuid,
  -- Single permissions, given and taken beside role and profile; what is taken counts.
  granted text[] not null default '{}',
  denied text[] not null default '{}',
  login_mode text not null default 'any' check (login_mode in ('any', 'scheduled')),
  login_hours jsonb,
  availability jsonb,
  wavoip_allowed boolean not null default false,
  -- The version of the privacy notice that was accepted last; every answer stands in core.consent.
  consent_version integer,
  password_changed_at timestamptz not null default now(),
  -- The row stays: messages and logs keep their author. Address and number are free again.
  deleted_at timestamptz,
  -- When the password was last set by a link that was mailed to its owner. Passkeys that were neither made nor used
  -- since do not stand in the way of the password: who lost the device gets in again.
  password_reset_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references core.role (tenant_id, id),
  -- Anything but an object would keep the user from signing in.
  constraint user_account_configs_object check (jsonb_typeof(configs) = 'object')
);
create index user_account_role on core.user_account (tenant_id, role_id) where role_id is not null;
-- Of living accounts, both are unique across the platform: by their directories.
create index user_account_email on core.user_account (tenant_id, lower(email)) where deleted_at is null;
create index user_account_list on core.user_account (tenant_id, core.searchable(name), id) where deleted_at is null;
alter table core.user_account enable row level security, force row level security;
create policy tenant_wall on core.user_account
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.user_account to recado_app, recado_engine;

create table core.queue (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  color text not null default '#5c7c78',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  -- Where these differ from the company's; null is the company's.
  auto_close_minutes integer check (auto_close_minutes >= 0),
  return_to_queue_minutes integer check (return_to_queue_minutes >= 0),
  distribution text check (distribution in ('none', 'balance', 'random')),
  primary key (tenant_id, id)
);
create unique index queue_name on core.queue (tenant_id, lower(name));
alter table core.queue enable row level security, force row level security;
create policy tenant_wall on core.queue
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.queue to recado_app, recado_engine;

create table core.user_queue (
  tenant_id uuid not null,
  user_id uuid not null,
  queue_id uuid not null,
  primary key (tenant_id, user_id, queue_id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, queue_id) references core.queue (tenant_id, id) on delete cascade
);
create index user_queue_queue on core.user_queue (tenant_id, queue_id);
alter table core.user_queue enable row level security, force row level security;
create policy tenant_wall on core.user_queue
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.user_queue to recado_app, recado_engine;

create table core.user_group (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  image uuid,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, image) references core.media (tenant_id, id)
);
create unique index user_group_name on core.user_group (tenant_id, lower(name));
alter table core.user_group enable row level security, force row level security;
create policy tenant_wall on core.user_group
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.user_group to recado_app, recado_engine;

create table core.user_group_member (
  tenant_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references core.user_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index user_group_member_user on core.user_group_member (tenant_id, user_id);
alter table core.user_group_member enable row level security, force row level security;
create policy tenant_wall on core.user_group_member
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.user_group_member to recado_app, recado_engine;

-- Every answer to the privacy notice, for good: who, to which words, when and from where.
create table core.consent (
  id uuid not null,
  tenant_id uuid not null,
  user_id uuid not null,
  version integer not null,
  notice_hash text not null,
  accepted boolean not null,
  ip text,
  at timestamptz not null default now(),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id),
  primary key (tenant_id, id)
);
create index consent_user on core.consent (tenant_id, user_id, at);
alter table core.consent enable row level security, force row level security;
create policy tenant_wall on core.consent
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert on core.consent to recado_app;
grant select, insert, update, delete on core.consent to recado_engine;
