-- A question about figures under a name; never its answer.
create table plg_reports.saved_report (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  -- Whose it is.
  user_id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  question jsonb not null check (jsonb_typeof(question) = 'object'),
  is_shared boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index saved_report_name on plg_reports.saved_report (tenant_id, user_id, lower(name));
create index saved_report_shared on plg_reports.saved_report (tenant_id, lower(name)) where is_shared;

-- When a report is sent by e-mail, and to whom.
create table plg_reports.schedule (
  tenant_id uuid not null,
  report_id uuid not null,
  every text not null check (every in ('day', 'week', 'month')),
  weekday smallint not null check (weekday between 1 and 7),
  -- Of the month; its last one where the month is shorter.
  day smallint not null check (day between 1 and 31),
  hour smallint not null check (hour between 0 and 23),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  recipients uuid[] not null check (cardinality(recipients) between 1 and 20),
  -- Null: stopped, because the owner may not read reports any more.
  next_at timestamptz,
  last_at timestamptz,
  primary key (tenant_id, report_id),
  foreign key (tenant_id, report_id) references plg_reports.saved_report (tenant_id, id) on delete cascade
);

-- How the latest e-mail of a report to a user went.
create table plg_reports.delivery (
  tenant_id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  -- Why it has not been sent, as a code of core's or of the plugin; null once it is sent.
  failure text,
  detail text,
  -- Null: it is not tried again.
  again_at timestamptz,
  primary key (tenant_id, report_id, user_id),
  foreign key (tenant_id, report_id) references plg_reports.schedule (tenant_id, report_id) on delete cascade
);
