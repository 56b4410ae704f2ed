create table plg_macros.macro (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 60),
  -- Null: for everybody.
  user_id uuid,
  steps jsonb not null check (jsonb_typeof(steps) = 'array'),
  -- Among what is for everybody, or among what is one user's.
  position integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
-- A name is one among what is for everybody and among what is one user's; case does not make another name.
create unique index macro_name on plg_macros.macro (tenant_id, user_id, lower(name)) nulls not distinct;

-- A run that is under way, or was lately: whoever repeats it is answered the same and does nothing again.
create table plg_macros.run (
  tenant_id uuid not null,
  user_id uuid not null,
  key uuid not null,
  macro_id uuid not null,
  ticket_id uuid not null,
  -- As they were when it began: who changes the macro meanwhile changes nothing of this.
  steps jsonb not null,
  texts jsonb not null,
  before jsonb not null,
  results jsonb not null default '[]',
  is_finished boolean not null default false,
  -- Until then somebody is at it.
  leased_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
create index run_age on plg_macros.run (tenant_id, created_at);
