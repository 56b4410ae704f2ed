-- functions: current_tenant, begin_waiting, wake_ticket
-- Conversations, and what people see and do with them.

-- Numbers of protocols, for core.next_protocol.
create sequence core.protocol_number;
grant usage on sequence core.protocol_number to recado_app, recado_engine;

create table core.ticket (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  protocol text not null,
  status text not null check (status in ('open', 'pending', 'closed', 'group')),
  contact_id uuid not null,
  connection_id uuid not null,
  channel text not null,
  -- The conversation's id on the provider's side.
  chat text not null,
  user_id uuid,
  queue_id uuid,
  unread integer not null default 0,
  -- For indexes: changes with the first message that is unread and not with every one.
  is_unread boolean generated always as (unread > 0) stored,
  answered boolean not null default false,
  is_group boolean not null default false,
  last_message text not null default '',
  last_message_from_me boolean not null default false,
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  closed_at timestamptz,
  -- The contact whose it was before all merges; null while it is still theirs. It keeps the conversations of two merged
  -- contacts apart, each with its address.
  origin_id uuid,
  -- When it was last given to somebody.
  assigned_at timestamptz,
  -- Since when nothing has happened: no message either way, nobody took it up, nobody was given it.
  -- What is put off is not idle, and begins anew when it comes back.
  idle_since timestamptz generated always as (case when snoozed_at is null then
    greatest(coalesce(last_message_at, created_at), started_at, assigned_at, woken_at) end) stored,
  -- Where it stands among what is closed. Apart from updated_at, and null for what is live: a message then changes no
  -- value in an index over closed tickets.
  done_at timestamptz generated always as (case when status = 'closed' then updated_at end) stored,
  -- 1 urgent, 2 high, 3 normal, 4 low: the smaller, the sooner.
  priority smallint not null default 3 check (priority between 1 and 4),
  -- Put off since then; null for what is not. Without a time it waits for the contact alone.
  snoozed_at timestamptz,
  snoozed_until timestamptz,
  -- When it last came back from being put off: a wait counts from there anew.
  woken_at timestamptz,
  -- The ticket it is part of by now.
  merged_into uuid,
  attributes jsonb not null default '{}',
  -- The plugin whose bot holds the conversation now; null while people do. With a user it is theirs, whatever stands
  -- here.
  bot text,
  -- Column of the board; null for what is on none.
  kanban_column text check (char_length(kanban_column) between 1 and 100),
  -- Whether voice messages are written out; null for what the company does otherwise.
  audio_transcription boolean,
  translation_enabled boolean not null default false,
  -- Tags of BCP 47; null for what nobody has said or found out.
  client_language text check (char_length(client_language) between 2 and 20),
  agent_language text check (char_length(agent_language) between 2 and 20),
  -- Since when a ticket waits for somebody to take it up: who writes again while they wait keeps their place.
  pending_since timestamptz not null default now(),
  -- What was sent last where that is not only words, so that lists say "Photo" and not how its file is called.
  last_content jsonb,
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id),
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id),
  foreign key (tenant_id, queue_id) references core.queue (tenant_id, id),
  constraint ticket_snooze
      check ((snoozed_at is null or status = 'open') and (snoozed_until is null or snoozed_at is not null)),
  constraint ticket_merged check (merged_into is null or status = 'closed')
);
-- Ascending on purpose: a backward scan serves the list, and drizzle's desc() would add NULLS LAST, which it could not.
create index ticket_list on core.ticket (tenant_id, status, updated_at, id) where status <> 'closed';
create index ticket_queue on core.ticket (tenant_id, status, queue_id, updated_at, id) where status <> 'closed';
create index ticket_mine on core.ticket (tenant_id, user_id, status, updated_at, id) where status <> 'closed';
-- The same of what is closed.
create index ticket_done on core.ticket (tenant_id, done_at, id) where status = 'closed';
create index ticket_done_queue on core.ticket (tenant_id, queue_id, done_at, id) include (user_id) where status = 'closed';
create index ticket_done_user on core.ticket (tenant_id, user_id, queue_id, done_at, id) where status = 'closed';
create index ticket_unread on core.ticket (tenant_id, status, user_id, queue_id) where is_unread;
-- Priorities that few have.
create index ticket_rank on core.ticket (tenant_id, priority, status) where priority <> 3;
create index ticket_contact on core.ticket (tenant_id, contact_id, updated_at);
create index ticket_protocol on core.ticket (tenant_id, protocol);
-- A conversation by its address at the provider; also finds all of one connection.
create index ticket_chat on core.ticket (tenant_id, connection_id, chat);
-- One live conversation per former contact and connection; two webhooks at once cannot open two.
create unique index ticket_live on core.ticket (tenant_id, (coalesce(origin_id, contact_id)), connection_id)
    where status <> 'closed';
-- Conversations of a connection, in the order in which they are moved.
create index ticket_connection on core.ticket (tenant_id, connection_id, id);
-- By place first: each queue may have times of its own. What waits for an answer stands apart, so that companies that
-- spare it do not step over it.
create index ticket_idle on core.ticket (tenant_id, queue_id, status, answered, idle_since)
    where status in ('open', 'pending');
-- The list by urgency: what waits for an answer before what was answered, and of these what has waited longest.
create index ticket_priority on core.ticket (tenant_id, priority, answered, (coalesce(last_message_at, created_at)), id)
    where status <> 'closed';
-- Counts of active tickets come from this index alone.
create index ticket_count on core.ticket (tenant_id, status, queue_id, user_id) include (is_unread)
    where status <> 'closed' and snoozed_at is null;
create index ticket_snoozed on core.ticket (tenant_id, updated_at, id) where snoozed_at is not null;
create index ticket_snoozed_until on core.ticket (snoozed_until, id) where snoozed_until is not null;
create index ticket_merged_into on core.ticket (tenant_id, merged_into) where merged_into is not null;
create index ticket_bot on core.ticket (tenant_id, updated_at, id) where bot is not null and status <> 'closed';
-- As of contacts: who has no values is not in the index, so that what arrives from channels does not pay for it.
create index ticket_attributes on core.ticket using gin (tenant_id, attributes) where attributes <> '{}';
-- Clocks: who spoke last and when, of what is not closed, and what was closed when. That nothing happened is found
-- along ticket_idle.
create index ticket_said on core.ticket (tenant_id, answered, last_message_at, id) where status in ('open', 'pending');
create index ticket_closed on core.ticket (tenant_id, closed_at, id) where status = 'closed' and merged_into is null;
create index ticket_waiting on core.ticket (tenant_id, queue_id, pending_since)
    where status = 'pending' and user_id is null;
-- Made after the indexes: of those that cost the same, as all do while a table is empty, the planner takes the youngest,
-- and sessions keep such plans for long.
alter table core.ticket
  add primary key (tenant_id, id),
  add foreign key (tenant_id, merged_into) references core.ticket (tenant_id, id) on delete set null (merged_into);
alter table core.ticket enable row level security, force row level security;
create policy tenant_wall on core.ticket
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
create trigger ticket_waits before update of status on core.ticket for each row
  when (new.status = 'pending' and old.status <> 'pending')
  execute function core.begin_waiting();
create trigger ticket_wakes before update of unread, status, user_id, queue_id on core.ticket for each row
  when (old.snoozed_at is not null and (new.unread > old.unread or new.status <> old.status
    or new.user_id is distinct from old.user_id or new.queue_id is distinct from old.queue_id))
  execute function core.wake_ticket();
grant select, insert, update, delete on core.ticket to recado_app, recado_engine;

-- What happened to a ticket. Outlives its ticket (decision 60), hence no reference to it.
create table core.ticket_log (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  ticket_id uuid not null,
  type text not null,
  user_id uuid,
  queue_id uuid,
  created_at timestamptz not null default now(),
  -- What was written for the receiver of a transfer. Erased with the person it is about.
  note text check (char_length(note) <= 1000),
  -- What an entry is about, as a word of its kind: a priority, an instant, a protocol.
  detail text check (char_length(detail) <= 100),
  -- The plugin that did it as itself; user_id is null then.
  plugin text check (char_length(plugin) <= 60),
  primary key (tenant_id, id)
);
create index ticket_log_ticket on core.ticket_log (tenant_id, ticket_id, created_at, id);
alter table core.ticket_log enable row level security, force row level security;
create policy tenant_wall on core.ticket_log
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.ticket_log to recado_app, recado_engine;

create table core.ticket_tag (
  tenant_id uuid not null,
  ticket_id uuid not null,
  tag_id uuid not null,
  primary key (tenant_id, ticket_id, tag_id),
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tag_id) references core.tag (tenant_id, id) on delete cascade
);
create index ticket_tag_tag on core.ticket_tag (tenant_id, tag_id);
alter table core.ticket_tag enable row level security, force row level security;
create policy tenant_wall on core.ticket_tag
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.ticket_tag to recado_app, recado_engine;

create table core.ticket_pin (
  tenant_id uuid not null,
  user_id uuid not null,
  ticket_id uuid not null,
  primary key (tenant_id, user_id, ticket_id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
create index ticket_pin_ticket on core.ticket_pin (tenant_id, ticket_id);
alter table core.ticket_pin enable row level security, force row level security;
create policy tenant_wall on core.ticket_pin
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.ticket_pin to recado_app, recado_engine;

-- Watching is a relation of a user to a ticket and no status (decision 49). It says nothing of who may see it.
create table core.ticket_watch (
  tenant_id uuid not null,
  user_id uuid not null,
  ticket_id uuid not null,
  watched_at timestamptz not null default now(),
  primary key (tenant_id, user_id, ticket_id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
create index ticket_watch_ticket on core.ticket_watch (tenant_id, ticket_id);
alter table core.ticket_watch enable row level security, force row level security;
create policy tenant_wall on core.ticket_watch
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.ticket_watch to recado_app, recado_engine;

-- Two tickets that became one, and what it takes to make them two again.
create table core.ticket_merge (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  from_id uuid not null,
  into_id uuid not null,
  -- The tickets whose messages came along: `from_id`, and what had become part of it before.
  origins uuid[] not null,
  -- Both as they were, and what the second one held when it had taken the first one in.
  before jsonb not null,
  user_id uuid not null,
  merged_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, from_id) references core.ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, into_id) references core.ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, undone_by) references core.user_account (tenant_id, id) on delete cascade
);
create unique index ticket_merge_from on core.ticket_merge (tenant_id, from_id) where undone_at is null;
create index ticket_merge_of on core.ticket_merge (tenant_id, from_id);
create index ticket_merge_into on core.ticket_merge (tenant_id, into_id);
create index ticket_merge_user on core.ticket_merge (tenant_id, user_id);
create index ticket_merge_undone_by on core.ticket_merge (tenant_id, undone_by);
alter table core.ticket_merge enable row level security, force row level security;
create policy tenant_wall on core.ticket_merge
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.ticket_merge to recado_app, recado_engine;

-- Filters of the ticket list that somebody named: for themselves, or for the whole company.
create table core.ticket_view (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  -- Whose it is; of a shared one, who made it. The account is kept when its user is deleted.
  user_id uuid not null,
  is_shared boolean not null default false,
  name text not null check (length(name) between 1 and 60),
  icon text not null,
  filter jsonb not null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Set by deleting, so that it can be undone; such rows are cleared a day later.
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index ticket_view_user on core.ticket_view (tenant_id, user_id);
create index ticket_view_shared on core.ticket_view (tenant_id, position) where is_shared;
alter table core.ticket_view enable row level security, force row level security;
create policy tenant_wall on core.ticket_view
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.ticket_view to recado_app, recado_engine;

-- Many tickets moved or resolved at once: what was asked for, and how far it came.
create table core.ticket_batch (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  kind text not null check (kind in ('transfer', 'resolve')),
  -- Which tickets, as they stood when it began.
  filter jsonb not null,
  -- Of a transfer.
  user_id uuid,
  queue_id uuid,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
  -- The last ticket that was looked at; they are taken in the order of their ids.
  cursor uuid,
  total integer not null,
  done integer not null default 0,
  -- How many were left as they are, by the code that says why.
  problems jsonb not null default '{}',
  requested_by uuid not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, requested_by) references core.user_account (tenant_id, id),
  check ((kind = 'transfer') = (user_id is not null or queue_id is not null))
);
create index ticket_batch_list on core.ticket_batch (tenant_id, created_at, id);
-- One at a time: two would undo each other's work.
create unique index ticket_batch_running on core.ticket_batch (tenant_id) where state = 'running';
alter table core.ticket_batch enable row level security, force row level security;
create policy tenant_wall on core.ticket_batch
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.ticket_batch to recado_app;
