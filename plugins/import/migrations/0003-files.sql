-- Files of other systems, by the id of their message there: a file is fetched once, and in each run asked for once.
create table plg_import.file (
  tenant_id uuid not null,
  source text not null,
  ref text not null,
  run_id uuid not null,
  media_id uuid,
  name text,
  mime text,
  bytes bigint,
  -- Why it did not come in this run; null for a file that is here.
  problem text,
  primary key (tenant_id, source, ref),
  check ((media_id is null) = (problem is not null)),
  check ((media_id is null) = (mime is null) and (media_id is null) = (bytes is null))
);
create index file_run on plg_import.file (tenant_id, run_id);
