-- Bots of platforms and programs that answer conversations. `provider` is the plugin that speaks with it, `reference`
-- how the provider names it.
create table plg_bots.bot (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 100),
  provider text not null check (char_length(provider) between 1 and 60),
  reference text not null check (char_length(reference) between 1 and 200),
  is_active boolean not null default true,
  -- Time without a word of the contact after which the bot gives the conversation up.
  expire_minutes int not null default 60 check (expire_minutes between 1 and 10080),
  keyword_finish text not null default '' check (char_length(keyword_finish) <= 100),
  keyword_restart text not null default '' check (char_length(keyword_restart) <= 100),
  restart_message text not null default '' check (char_length(restart_message) <= 2000),
  unknown_message text not null default '' check (char_length(unknown_message) <= 2000),
  -- Pause before each message after the first, and before what the contact says is handed on.
  delay_ms int not null default 0 check (delay_ms between 0 and 30000),
  debounce_ms int not null default 0 check (debounce_ms between 0 and 30000),
  trigger_type text not null default 'all' check (trigger_type in ('all', 'keyword')),
  trigger_operator text not null default 'contains'
    check (trigger_operator in ('contains', 'equals', 'startsWith', 'endsWith')),
  trigger_value text not null default '' check (char_length(trigger_value) <= 100),
  primary key (tenant_id, id)
);
create unique index bot_name on plg_bots.bot (tenant_id, lower(name));

-- A conversation that a bot has. How the provider knows it is a secret, kept apart.
create table plg_bots.conversation (
  tenant_id uuid not null,
  ticket_id uuid not null,
  contact_id uuid not null,
  bot_id uuid not null,
  -- This attempt: what belongs to an earlier one is passed over.
  run uuid not null default uuidv7(),
  -- Of the message with which the bot began: the same again begins nothing.
  begun_by text not null check (char_length(begun_by) <= 64),
  -- How often the provider was asked.
  turn int not null default 0,
  -- idle: the contact is waited for; asking: the provider has been asked; saying: its answer is being sent.
  step text not null default 'idle' check (step in ('idle', 'asking', 'saying')),
  -- Whether the provider knows the conversation.
  has_begun boolean not null default false,
  -- What the bot waits for.
  question jsonb,
  -- What the bot answered, and how much of it is sent.
  answer jsonb,
  said int not null default 0,
  primary key (tenant_id, ticket_id)
);
create index conversation_contact on plg_bots.conversation (tenant_id, contact_id);

-- What contacts said in conversations that bots have.
create table plg_bots.heard (
  tenant_id uuid not null,
  ticket_id uuid not null,
  key text not null check (char_length(key) <= 64),
  position bigint generated always as identity,
  is_handed boolean not null default false,
  text text not null check (char_length(text) <= 20000),
  choice text check (char_length(choice) <= 200),
  primary key (tenant_id, ticket_id, key)
);
