create table plg_nps.survey (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 60),
  kind text not null check (kind in ('nps', 'csat', 'ces')),
  enabled boolean not null,
  -- Highest grade of an NPS survey; the other kinds have theirs.
  scale smallint not null check (scale between 1 and 10),
  timeout_minutes integer not null check (timeout_minutes > 0),
  request_message text not null,
  thanks_message text not null,
  invalid_message text not null,
  timeout_message text not null,
  -- Empty: no comment is asked for.
  comment_message text not null default '',
  -- Empty: all of them.
  queue_ids uuid[] not null default '{}',
  connection_ids uuid[] not null default '{}',
  -- A contact is asked at most once in so many days; 0 for every time.
  rest_days integer not null default 0 check (rest_days >= 0),
  -- Also tickets that nobody of the company had.
  without_person boolean not null default false,
  -- Deleted, but with answers that the report shows.
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index survey_name on plg_nps.survey (tenant_id, lower(name)) where not is_archived;

-- One question to one contact after one ticket, from the closing to its end.
create table plg_nps.request (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  survey_id uuid not null,
  kind text not null,
  -- What made it: the event of the closing, or a call of the service. The same one asks once.
  cause text not null,
  ticket_id uuid not null,
  contact_id uuid not null,
  connection_id uuid not null,
  queue_id uuid,
  user_id uuid,
  -- Range, timeout and messages as they were when it began.
  terms jsonb not null,
  state jsonb not null,
  -- What is decided and not done yet, in its order.
  todo jsonb not null default '[]' check (jsonb_typeof(todo) = 'array'),
  phase text not null generated always as (state ->> 'phase') stored,
  outcome text generated always as (state ->> 'outcome') stored,
  grade smallint generated always as ((state ->> 'grade')::smallint) stored,
  comment text generated always as (state ->> 'comment') stored,
  highest smallint not null generated always as ((terms ->> 'highest')::smallint) stored,
  deadline timestamptz not null,
  asked_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index request_cause on plg_nps.request (tenant_id, cause);
-- A ticket has one at a time.
create unique index request_live on plg_nps.request (tenant_id, ticket_id) where phase <> 'ended';
create index request_overdue on plg_nps.request (tenant_id, deadline) where phase <> 'ended';
create index request_contact on plg_nps.request (tenant_id, contact_id, asked_at);
create index request_ticket on plg_nps.request (tenant_id, ticket_id, asked_at);
create index request_survey on plg_nps.request (tenant_id, survey_id, asked_at, id);

-- A survey that a flow has asked for: its ticket asks it once it is closed.
create table plg_nps.wish (
  tenant_id uuid not null,
  ticket_id uuid not null,
  survey_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id)
);
