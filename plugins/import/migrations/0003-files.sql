-- Files that were fetched from other systems, by the id of their message there: a file is fetched once.
create table plg_import.file (
  tenant_id uuid not null,
  source text not null,
  ref text not null,
  run_id uuid not null,
  media_id uuid not null,
  name text,
  mime text not null,
  bytes bigint not null,
  primary key (tenant_id, source, ref)
);
create index file_run on plg_import.file (tenant_id, run_id);
