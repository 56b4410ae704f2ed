create table plg_waba.template (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  connection_id uuid not null,
  -- The provider's own id, once it has the template. Connections of one business account share their templates.
  waba_id text,
  name text not null,
  language text not null,
  category text check (category in ('MARKETING', 'UTILITY', 'AUTHENTICATION')),
  status text not null default 'DRAFT',
  rejected_reason text,
  quality text not null default 'UNKNOWN',
  parameter_format text not null default 'POSITIONAL' check (parameter_format in ('POSITIONAL', 'NAMED')),
  header_format text check (header_format in ('TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION')),
  header_text text not null default '',
  header_examples jsonb not null default '{}',
  header_media_id uuid,
  body text not null default '',
  body_examples jsonb not null default '{}',
  footer text not null default '',
  buttons jsonb not null default '[]',
  -- Set before the provider is asked: when its answer is lost, the next submission knows that the template may be there.
  submitted_at timestamptz,
  -- When the provider last said what it has.
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((status = 'DRAFT') = (waba_id is null))
);
-- The provider knows a template by its name and language.
create unique index template_key on plg_waba.template (tenant_id, connection_id, name, language);
create index template_list on plg_waba.template (tenant_id, name, language, id);
-- Notices name the provider's id.
create index template_waba on plg_waba.template (tenant_id, waba_id) where waba_id is not null;

-- The last import of each connection.
create table plg_waba.template_sync (
  tenant_id uuid not null,
  connection_id uuid not null,
  run_id uuid not null,
  state text not null check (state in ('running', 'done', 'failed')),
  seen integer not null default 0,
  error text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, connection_id)
);
