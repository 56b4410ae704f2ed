-- How far the import of a number's past is, as the provider told last: a number that is used in the Business app too.
create table plg_waba.history_import (
  tenant_id uuid not null,
  connection_id uuid not null,
  state text not null check (state in ('running', 'done', 'declined', 'failed')),
  progress integer,
  reason text,
  told_at timestamptz not null default now(),
  primary key (tenant_id, connection_id)
);
