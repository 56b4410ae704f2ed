-- What was asked of models: when, for what, of whom, and how much. Neither questions nor answers.
create table plg_ai.usage (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  at timestamptz not null default now(),
  purpose text not null check (char_length(purpose) <= 60),
  ticket_id uuid,
  contact_id uuid,
  host text not null check (char_length(host) <= 255),
  model text not null check (char_length(model) <= 100),
  input_tokens int not null,
  output_tokens int not null,
  -- Numbers and addresses of persons that were replaced before the text left.
  hidden int not null,
  -- The code of the refusal; null for what was answered.
  failure text check (char_length(failure) <= 60),
  primary key (tenant_id, id)
);
create index usage_at on plg_ai.usage (tenant_id, at);
create index usage_ticket on plg_ai.usage (tenant_id, ticket_id) where ticket_id is not null;
create index usage_contact on plg_ai.usage (tenant_id, contact_id) where contact_id is not null;

-- The same by day of the company's clock, which budgets are held against. Kept without end.
create table plg_ai.usage_day (
  tenant_id uuid not null,
  day date not null,
  purpose text not null check (char_length(purpose) <= 60),
  model text not null check (char_length(model) <= 100),
  asked int not null,
  failed int not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  primary key (tenant_id, day, purpose, model)
);

-- Transcripts of voice messages, messages in another language, and what answers rest on.
create table plg_ai.words (
  tenant_id uuid not null,
  message_id uuid not null,
  kind text not null check (kind in ('transcript', 'translation', 'sources')),
  ticket_id uuid not null,
  contact_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  -- The language that was spoken, or into which it was translated.
  language text check (char_length(language) <= 20),
  -- Of a translation: the language it is from.
  from_language text check (char_length(from_language) <= 20),
  text text not null default '' check (char_length(text) <= 200000),
  failure text check (char_length(failure) <= 60),
  at timestamptz not null default now(),
  primary key (tenant_id, message_id, kind)
);
create index words_ticket on plg_ai.words (tenant_id, ticket_id);
create index words_contact on plg_ai.words (tenant_id, contact_id);

-- Instructions with which a model answers customers.
create table plg_ai.prompt (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 100),
  -- The company's model where it is null; so with the key, which is a secret of the plugin.
  model text check (char_length(model) between 1 and 100),
  has_api_key boolean not null default false,
  max_tokens int not null check (max_tokens between 50 and 4000),
  max_messages int not null check (max_messages between 1 and 100),
  temperature numeric(3, 2) not null check (temperature between 0 and 2),
  -- Where it hands customers over.
  queue_id uuid,
  text text not null check (char_length(text) between 1 and 20000),
  max_turns int not null check (max_turns between 1 and 200),
  -- Who speaks its answers to what was spoken; nobody where it is null. The key is a secret of the plugin.
  voice_provider text check (voice_provider in ('openai', 'elevenlabs', 'azure')),
  voice text not null default '' check (char_length(voice) <= 100),
  voice_region text not null default '' check (char_length(voice_region) <= 60),
  has_voice_key boolean not null default false,
  -- What it may do: automation actions, each under a name.
  functions jsonb not null,
  primary key (tenant_id, id)
);
create unique index prompt_name on plg_ai.prompt (tenant_id, lower(name));

-- Conversations that a prompt answers.
create table plg_ai.conversation (
  tenant_id uuid not null,
  ticket_id uuid not null,
  contact_id uuid not null,
  prompt_id uuid not null,
  -- This attempt: what belongs to an earlier one is passed over.
  run uuid not null default uuidv7(),
  -- Of the message with which it began: the same again begins nothing.
  begun_by text not null check (char_length(begun_by) <= 64),
  -- Answers so far.
  turn int not null default 0,
  -- What is done and said in this turn, before it is. Null while nobody has answered.
  step jsonb,
  -- A function that waits for the customer's yes.
  asked text check (char_length(asked) <= 40),
  -- The customer's last message that was answered.
  heard uuid,
  primary key (tenant_id, ticket_id)
);
create index conversation_contact on plg_ai.conversation (tenant_id, contact_id);

-- Summaries for the people who take a conversation on.
create table plg_ai.summary (
  tenant_id uuid not null,
  ticket_id uuid not null,
  contact_id uuid not null,
  text text not null check (char_length(text) <= 20000),
  -- Why a machine handed over; null for a summary that somebody asked for.
  reason text check (char_length(reason) <= 500),
  at timestamptz not null default now(),
  primary key (tenant_id, ticket_id)
);
create index summary_contact on plg_ai.summary (tenant_id, contact_id);
