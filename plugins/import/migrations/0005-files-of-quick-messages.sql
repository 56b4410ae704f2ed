-- Ready texts have files as messages do, under ids of their own.
alter table plg_import.file
  add column kind text not null default 'message' check (kind in ('message', 'quickMessage')),
  drop constraint file_pkey,
  add primary key (tenant_id, source, kind, ref);
alter table plg_import.file alter column kind drop default;
