-- Who took a run back.
alter table plg_import.run add column undone_by uuid;

-- Tables that were uploaded, until they are imported, at most a week.
create table plg_import.table_file (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  name text not null,
  columns jsonb not null,
  rows integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

-- Their rows as they were. What a row is of is found when an import prepares itself, for it depends on the columns.
create table plg_import.table_row (
  tenant_id uuid not null,
  file_id uuid not null,
  number integer not null,
  cells jsonb not null,
  contact_key text,
  ticket_key text,
  message_key text,
  at timestamptz,
  primary key (tenant_id, file_id, number),
  foreign key (tenant_id, file_id) references plg_import.table_file (tenant_id, id) on delete cascade
);
create index table_row_contact on plg_import.table_row (tenant_id, file_id, contact_key, number);
create index table_row_ticket on plg_import.table_row (tenant_id, file_id, ticket_key, number);
