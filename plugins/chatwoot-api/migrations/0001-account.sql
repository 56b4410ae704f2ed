-- The company as programs name it: an integer in every address. Tokens name the company; the number only tells a program
-- that was set up for another one, so that two companies may happen to have the same.
create table plg_chatwoot_api.account (
  tenant_id uuid not null primary key,
  number integer not null default 100000 + floor(random() * 900000)::integer
);

-- Objects as programs name them: integers of their company, by kind, in the order in which they were first told. A
-- number is never given again.
create table plg_chatwoot_api.counter (
  tenant_id uuid not null,
  kind text not null,
  last integer not null,
  primary key (tenant_id, kind)
);
create table plg_chatwoot_api.number (
  tenant_id uuid not null,
  kind text not null,
  -- Id of the object.
  object text not null,
  number integer not null,
  primary key (tenant_id, kind, object)
);
create unique index number_number on plg_chatwoot_api.number (tenant_id, kind, number);

-- Programs that may call, each with a key of core's whose holder it is.
create table plg_chatwoot_api.access_token (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

-- What programs say of a contact beside what core keeps.
create table plg_chatwoot_api.contact (
  tenant_id uuid not null,
  contact_id uuid not null,
  -- The program's own id of the person.
  identifier text,
  -- As the program wrote it, where core takes it for no telephone number.
  phone text,
  custom jsonb not null default '{}',
  additional jsonb not null default '{}',
  primary key (tenant_id, contact_id)
);
create unique index contact_identifier on plg_chatwoot_api.contact (tenant_id, identifier) where identifier is not null;
create index contact_phone on plg_chatwoot_api.contact (tenant_id, phone) where phone is not null;

-- A contact in an inbox, by the id that the program gave.
create table plg_chatwoot_api.contact_inbox (
  tenant_id uuid not null,
  connection_id uuid not null,
  source_id text not null,
  contact_id uuid not null,
  -- The program proved who it is.
  is_proven boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, connection_id, source_id)
);
create index contact_inbox_contact on plg_chatwoot_api.contact_inbox (tenant_id, contact_id);

create table plg_chatwoot_api.conversation (
  tenant_id uuid not null,
  ticket_id uuid not null,
  contact_id uuid not null,
  connection_id uuid not null,
  custom jsonb not null default '{}',
  additional jsonb not null default '{}',
  contact_seen_at timestamptz,
  agent_seen_at timestamptz,
  primary key (tenant_id, ticket_id)
);
create index conversation_contact on plg_chatwoot_api.conversation (tenant_id, contact_id);

-- What programs say of a message, and the id under which the channel knows it.
create table plg_chatwoot_api.message (
  tenant_id uuid not null,
  message_id uuid not null,
  ticket_id uuid not null,
  external_id text not null,
  source_id text,
  content_attributes jsonb not null default '{}',
  content_type text not null default 'text',
  echo_id text,
  primary key (tenant_id, message_id)
);
create index message_ticket on plg_chatwoot_api.message (tenant_id, ticket_id);
create index message_external on plg_chatwoot_api.message (tenant_id, external_id);

-- Notes of programs for agents, which the contact never reads.
create table plg_chatwoot_api.note (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  holder uuid not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index note_ticket on plg_chatwoot_api.note (tenant_id, ticket_id, created_at);

-- How the last answer to an inbox's address went.
create table plg_chatwoot_api.attempt (
  tenant_id uuid not null,
  connection_id uuid not null,
  at timestamptz not null,
  status integer,
  detail text not null,
  failed_at timestamptz,
  failed_detail text,
  primary key (tenant_id, connection_id)
);

-- Addresses that are told of all inboxes.
create table plg_chatwoot_api.webhook (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  url text not null,
  name text not null default '',
  subscriptions text[] not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
