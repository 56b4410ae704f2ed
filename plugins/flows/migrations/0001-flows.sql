create table plg_flows.flow (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 80),
  description text not null check (char_length(description) <= 500),
  -- Digits; empty for none.
  test_number text not null,
  is_active boolean not null default false,
  draft jsonb not null check (jsonb_typeof(draft) = 'object'),
  -- Grows with every change of the draft.
  revision integer not null default 1,
  saved_by uuid,
  saved_at timestamptz not null default date_trunc('milliseconds', now()),
  -- Of the published version; null if it never was. Its draft had the revision.
  version integer,
  published_revision integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((version is null) = (published_revision is null)),
  check (version is not null or not is_active)
);
-- Case does not make another name.
create unique index flow_name on plg_flows.flow (tenant_id, lower(name));

-- What runs follow: never changed. Published ones have a number; the others are drafts as the test number got them.
create table plg_flows.version (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  flow_id uuid not null,
  number integer,
  revision integer not null,
  graph jsonb not null check (jsonb_typeof(graph) = 'object'),
  created_by uuid,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (tenant_id, id),
  foreign key (tenant_id, flow_id) references plg_flows.flow (tenant_id, id) on delete cascade
);
create unique index version_number on plg_flows.version (tenant_id, flow_id, number) where number is not null;
create unique index version_of_draft on plg_flows.version (tenant_id, flow_id, revision) where number is null;

-- A conversation in a flow. What it wants done is kept with the state that wants it, before anything is done.
create table plg_flows.run (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  contact_id uuid not null,
  flow_id uuid not null,
  version_id uuid not null,
  state jsonb not null check (jsonb_typeof(state) = 'object'),
  -- Of the last step, in their order.
  effects jsonb not null default '[]',
  -- What the contact wrote while it waited for an answer of something else.
  inbox jsonb not null default '[]',
  -- Keys of the last events that it had, so that none counts twice.
  seen text[] not null default '{}',
  is_over boolean not null default false,
  begun_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, version_id) references plg_flows.version (tenant_id, id) on delete cascade
);
create unique index run_of_ticket on plg_flows.run (tenant_id, ticket_id) where not is_over;
create index run_last on plg_flows.run (tenant_id, ticket_id, id);
create index run_of_flow on plg_flows.run (tenant_id, flow_id) where not is_over;
create index run_of_version on plg_flows.run (tenant_id, version_id);
create index run_of_contact on plg_flows.run (tenant_id, contact_id);
create index run_age on plg_flows.run (tenant_id, updated_at) where is_over;

-- How often something happened in a flow on a day, in UTC: it began, an edge was taken, a run ended at a node.
create table plg_flows.figure (
  tenant_id uuid not null,
  flow_id uuid not null,
  day date not null,
  kind text not null check (kind in ('begun', 'taken', 'entered', 'left')),
  -- Id of the edge or the node.
  place text not null,
  -- So that conversations which pass the same edge at once do not wait for each other.
  shard smallint not null default 0,
  times integer not null,
  primary key (tenant_id, flow_id, day, kind, place, shard),
  foreign key (tenant_id, flow_id) references plg_flows.flow (tenant_id, id) on delete cascade
);

-- Files that were uploaded for flows.
create table plg_flows.file (
  tenant_id uuid not null,
  media_id uuid not null,
  kind text not null,
  mime text not null,
  bytes integer not null check (bytes between 0 and 5242880),
  name text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, media_id)
);
