-- Imports, and how far they came. One of a company goes on at a time.
create table plg_import.run (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  -- A rehearsal reads everything and writes nothing.
  is_rehearsal boolean not null,
  state text not null check (state in ('running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  -- The other system, as core keeps what came from it.
  source text not null,
  system text not null,
  mapping jsonb not null,
  stage text not null,
  -- The last key of the stage that was dealt with; null before the first.
  cursor text,
  -- Grows with every portion: of two jobs that have the run, the second finds another number.
  step integer not null default 0,
  -- Rows of the source by kind, as it was before.
  totals jsonb not null,
  read jsonb not null default '{}',
  counts jsonb not null default '{}',
  problems jsonb not null default '{}',
  removed integer not null default 0,
  kept integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create unique index run_alive on plg_import.run (tenant_id) where state in ('running', 'undoing');

-- What was left out or changed, by its id in the source; some of each problem.
create table plg_import.fault (
  tenant_id uuid not null,
  run_id uuid not null,
  kind text not null,
  ref text not null,
  problem text not null,
  primary key (tenant_id, run_id, problem, kind, ref),
  foreign key (tenant_id, run_id) references plg_import.run (tenant_id, id) on delete cascade
);
