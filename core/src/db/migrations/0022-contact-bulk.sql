-- Contacts in bulk: tables that somebody brings in, taken row by row, each exactly once.

create table core.contact_import (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  -- Who brought it. What stands in the rows is shown to nobody else.
  user_id uuid not null,
  name text not null,
  state text not null default 'draft' check (state in ('draft', 'running', 'done', 'cancelled', 'failed')),
  columns text[] not null,
  mapping text[] not null,
  country_code text,
  existing text not null default 'skip' check (existing in ('skip', 'fill', 'overwrite')),
  tags uuid[] not null default '{}',
  wallet_user_id uuid,
  rows integer not null,
  -- The last row that was dealt with; moves in the transaction that deals with rows.
  done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id),
  check (done = created + updated + skipped + refused)
);
create index contact_import_list on core.contact_import (tenant_id, user_id, created_at, id);

-- The rows that were not dealt with, and those that were refused, with why.
create table core.contact_import_row (
  tenant_id uuid not null,
  import_id uuid not null,
  number integer not null check (number > 0),
  cells jsonb not null,
  problems jsonb,
  primary key (tenant_id, import_id, number),
  foreign key (tenant_id, import_id) references core.contact_import (tenant_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['core.contact_import', 'core.contact_import_row'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy tenant_wall on %s using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()))', t);
    execute format('grant select, insert, update, delete on %s to recado_app', t);
  end loop;
end $$;
