create table plg_automations.rule (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 60),
  position integer not null,
  is_active boolean not null,
  trigger jsonb not null check (jsonb_typeof(trigger) = 'object'),
  match text not null check (match in ('all', 'any')),
  conditions jsonb not null check (jsonb_typeof(conditions) = 'array'),
  actions jsonb not null check (jsonb_typeof(actions) = 'array'),
  repetition text not null check (repetition in ('always', 'once', 'daily')),
  is_last boolean not null,
  -- Of a rule by time that is on: conversations whose clock began until then were asked about.
  swept_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
-- Case does not make another name.
create unique index rule_name on plg_automations.rule (tenant_id, lower(name));

-- A time that a rule fired. It outlives its rule, and is gone after a month.
create table plg_automations.firing (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  rule_id uuid not null,
  -- Name and actions as they were then: who changes the rule meanwhile changes nothing of this.
  rule text not null,
  actions jsonb not null,
  ticket_id uuid not null,
  message_id uuid,
  -- The event that it fired at, or the clock with the instant at which it began.
  cause text not null,
  results jsonb not null default '[]',
  is_refused boolean not null default false,
  is_finished boolean not null default false,
  -- As precise as what clients read and page by.
  fired_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  primary key (tenant_id, id)
);
-- However often an event comes and on however many nodes, a rule fires once at it.
create unique index firing_cause on plg_automations.firing (tenant_id, ticket_id, rule_id, cause);
create index firing_age on plg_automations.firing (tenant_id, fired_at, id);
create index firing_of_rule on plg_automations.firing (tenant_id, rule_id, fired_at, id);
create index firing_refused on plg_automations.firing (tenant_id, fired_at, id) where is_refused;
create index firing_unfinished on plg_automations.firing (tenant_id, fired_at) where not is_finished;

-- How often a rule fired in a ticket on the last day that it did.
create table plg_automations.tally (
  tenant_id uuid not null,
  rule_id uuid not null,
  ticket_id uuid not null,
  -- By the company's clock.
  day date not null,
  times integer not null,
  -- The rule fires once and never again: kept as long as rule and ticket are.
  is_kept boolean not null,
  primary key (tenant_id, rule_id, ticket_id)
);
create index tally_of_ticket on plg_automations.tally (tenant_id, ticket_id);
create index tally_age on plg_automations.tally (tenant_id, day) where not is_kept;
