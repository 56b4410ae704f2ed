-- Files that were uploaded for a header, by whom. A template takes only these, those of other templates, and its own.
create table plg_waba.header_file (
  tenant_id uuid not null,
  media_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, media_id)
);
create index header_file_age on plg_waba.header_file (tenant_id, created_at);
create index template_header on plg_waba.template (tenant_id, header_media_id) where header_media_id is not null;
