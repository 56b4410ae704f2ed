-- functions: current_tenant, media_of, message_day, message_keys, message_place, message_words, microseconds, keep_lane
-- What is said: messages, the files that come with them, and what is on its way.

create table core.message (
  id uuid not null,
  tenant_id uuid not null,
  ticket_id uuid not null,
  contact_id uuid not null,
  connection_id uuid not null,
  -- Grows in the order in which the messages of a ticket were stored: resumes live reads. Whoever stores one holds the
  -- ticket and takes a number above all of its messages.
  position bigint not null default core.microseconds(),
  external_id text,
  from_me boolean not null,
  user_id uuid,
  body text not null,
  parts jsonb not null,
  status text not null,
  failure jsonb,
  send_type text not null default 'chat',
  reply_to_id uuid,
  id_front text,
  is_read boolean not null default false,
  edited_at timestamptz,
  deleted_at timestamptz,
  reactions jsonb not null default '{}',
  sent_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Who wrote a message that came through a group, as the provider names them.
  sender_name text,
  -- The last act and how it stands: { id, kind, state, failure }. The message changes when the channel has done it.
  act jsonb,
  -- The provider's messages behind the first, where one of ours became several: deleting it deletes them all.
  further_ids text[],
  -- Where something was said that has come into this ticket by a merge; null for what has always been here.
  origin_ticket_id uuid,
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
-- Decides whether a provider's message was seen before.
create unique index message_external on core.message (tenant_id, connection_id, external_id)
    where external_id is not null;
create index message_thread on core.message (tenant_id, ticket_id, sent_at, id);
create index message_position on core.message (tenant_id, ticket_id, position);
-- A plugin's message has no user; its key must be unique all the same.
create unique index message_front on core.message (tenant_id, ticket_id, user_id, id_front)
    nulls not distinct where id_front is not null;
create index message_media on core.message using gin (core.media_of(parts))
    where jsonb_path_exists(parts, '$[*] ? (exists (@.media) || exists (@.header))');
-- Receipts change neither words nor day, so that they leave this index alone. A search asks for many keys, and each
-- would go through what waits to be put into the index.
create index message_keys on core.message using gin (core.message_keys(tenant_id, sent_at, body))
    with (fastupdate = off) where deleted_at is null and body <> '';
-- As of tickets: made after the indexes.
alter table core.message add primary key (tenant_id, id);
alter table core.message enable row level security, force row level security;
create policy tenant_wall on core.message
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.message to recado_app, recado_engine;

-- Receipts, edits and reactions whose message has not arrived yet; applied when it does.
create table core.early_event (
  tenant_id uuid not null,
  connection_id uuid not null,
  external_id text not null,
  -- The order in which they came.
  seq uuid not null default uuidv7(),
  event jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, connection_id, external_id, seq),
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id) on delete cascade
);
alter table core.early_event enable row level security, force row level security;
create policy tenant_wall on core.early_event
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.early_event to recado_app, recado_engine;

-- One row per file that is or was to be fetched. `ref` is the adapter's own; it is kept after the fetch so that an edit
-- of the caption does not fetch the same file again.
create table core.media_fetch (
  tenant_id uuid not null,
  message_id uuid not null,
  part integer not null,
  connection_id uuid not null,
  ref text not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'unavailable')),
  attempt integer not null default 0,
  -- While a node is fetching, this is when another one may try.
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, message_id, part),
  foreign key (tenant_id, message_id) references core.message (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id)
);
create index media_fetch_due on core.media_fetch (tenant_id, connection_id, next_at) where state = 'queued';
alter table core.media_fetch enable row level security, force row level security;
create policy tenant_wall on core.media_fetch
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.media_fetch to recado_app, recado_engine;

-- The send outbox: one row per outbound intent. queued → leased → sent | pending | retry | failed | unknown.
create table core.delivery (
  id uuid not null,
  tenant_id uuid not null,
  message_id uuid not null,
  connection_id uuid not null,
  chat text not null,
  -- The order within a chat; given by core.next_lane.
  lane bigint not null default core.microseconds(),
  state text not null default 'queued'
      check (state in ('queued', 'leased', 'sent', 'pending', 'retry', 'failed', 'unknown')),
  attempt integer not null default 0,
  next_at timestamptz not null default now(),
  leased_by text,
  lease_until timestamptz,
  error jsonb,
  created_at timestamptz not null default now(),
  -- What agents do to messages. An act is an intent like a send and stands in the same lane: it goes out after the
  -- message it is about, in order, by the node that holds the session.
  act text check (act in ('edit', 'delete', 'react')),
  -- Of an edit the new parts, of a reaction the emoji.
  payload jsonb,
  foreign key (tenant_id, message_id) references core.message (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id)
);
create index delivery_work on core.delivery (tenant_id, connection_id, chat, lane)
    where state in ('queued', 'leased', 'retry');
create index delivery_message on core.delivery (tenant_id, message_id);
-- Counts and the oldest of each state, however many wait.
create index delivery_waiting on core.delivery (state, created_at) include (tenant_id, connection_id)
    where state in ('queued', 'leased', 'retry');
-- As of tickets: made after the indexes.
alter table core.delivery add primary key (tenant_id, id);
alter table core.delivery enable row level security, force row level security;
create policy tenant_wall on core.delivery
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.delivery to recado_app, recado_engine;

-- The chats in which something waits to be sent, each with the moment from which the first of it may be taken: a claim
-- reads the lanes that are due, however many intents wait behind and beside them (decision 121).
create table core.delivery_lane (
  tenant_id uuid not null,
  connection_id uuid not null,
  chat text not null,
  due_at timestamptz not null,
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id)
);
create index delivery_lane_due on core.delivery_lane (tenant_id, connection_id, due_at);
alter table core.delivery_lane add primary key (tenant_id, connection_id, chat);
alter table core.delivery_lane enable row level security, force row level security;
create policy tenant_wall on core.delivery_lane
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.delivery_lane to recado_engine;
create trigger lane_of_stored after insert on core.delivery
  for each row when (new.state in ('queued', 'leased', 'retry')) execute function core.keep_lane();
create trigger lane_of_removed after delete on core.delivery
  for each row when (old.state in ('queued', 'leased', 'retry')) execute function core.keep_lane();
create trigger lane_of_changed after update on core.delivery
  for each row when (
    (old.state in ('queued', 'leased', 'retry') or new.state in ('queued', 'leased', 'retry'))
    and (old.connection_id, old.chat, old.lane, old.state, old.next_at, old.lease_until)
      is distinct from (new.connection_id, new.chat, new.lane, new.state, new.next_at, new.lease_until)
    and not (new.state = 'leased' and new.attempt > old.attempt))
  execute function core.keep_lane();

-- What is to be sent later: at a time somebody chose, or after the seconds in which they may take it back. It becomes
-- messages when it is due; the first of them has its id, so that none of them is stored twice whatever happens.
create table core.scheduled_message (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  ticket_id uuid not null,
  user_id uuid not null,
  -- When it is to be sent, and when it is tried next: later, after something failed that may pass.
  due_at timestamptz not null,
  next_at timestamptz not null,
  -- Held back for the author alone, for seconds: no entry of the conversation's list.
  held boolean not null default false,
  state text not null default 'pending' check (state in ('pending', 'sent', 'canceled', 'failed')),
  body text not null,
  -- The parts of each message, in order.
  messages jsonb not null,
  reply_to_id uuid,
  id_front text,
  failure jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  origin_ticket_id uuid,
  -- Whether the words of what waits are signed when it leaves; null where it has none, or where they came before there
  -- were signatures.
  is_signed boolean,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index scheduled_message_ticket on core.scheduled_message (tenant_id, ticket_id, due_at, id);
create index scheduled_message_user on core.scheduled_message (tenant_id, user_id);
create index scheduled_message_due on core.scheduled_message (next_at, id) where state = 'pending';
create index scheduled_message_media on core.scheduled_message
    using gin (core.media_of(jsonb_path_query_array(messages, '$[*][*]')));
create unique index scheduled_message_front on core.scheduled_message (tenant_id, ticket_id, user_id, id_front)
    where id_front is not null;
alter table core.scheduled_message enable row level security, force row level security;
create policy tenant_wall on core.scheduled_message
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.scheduled_message to recado_app, recado_engine;

-- What somebody has begun to write in a conversation, for their other devices. An empty one says that it was sent or
-- given up.
create table core.draft (
  tenant_id uuid not null,
  user_id uuid not null,
  ticket_id uuid not null,
  text text not null,
  -- Names of what was attached; the files themselves are on the device.
  files text[] not null default '{}',
  written_at timestamptz not null,
  -- Which of its author's uploads it has attached, in their order. No reference: a file that is gone is told by its
  -- name.
  uploads uuid[] not null default '{}',
  primary key (tenant_id, user_id, ticket_id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
create index draft_ticket on core.draft (tenant_id, ticket_id);
create index draft_latest on core.draft (tenant_id, user_id, written_at desc);
alter table core.draft enable row level security, force row level security;
create policy tenant_wall on core.draft
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.draft to recado_app, recado_engine;

-- Files that agents attached before the message is sent. A row stands until a sweep has seen what became of its file.
create table core.upload (
  tenant_id uuid not null,
  media_id uuid not null,
  user_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, media_id),
  foreign key (tenant_id, media_id) references core.media (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete set null (user_id)
);
create index upload_user on core.upload (tenant_id, user_id);
create index upload_oldest on core.upload (created_at, media_id);
alter table core.upload enable row level security, force row level security;
create policy tenant_wall on core.upload
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.upload to recado_app, recado_engine;
