-- functions: current_tenant, count_added_messages, count_removed_messages, note_ticket
-- Numbers about what has happened, kept beside it: counting for a large company reads few rows (decision 178).

-- One row per conversation that is no group's, no part of another and no mere import.
create table core.ticket_fact (
  tenant_id uuid not null,
  ticket_id uuid not null,
  opened_at timestamptz not null,
  -- When somebody first took it up; when a person of the company first wrote in it; when it was closed last. Null for
  -- what has not happened, and closed_at for what was opened again.
  taken_at timestamptz,
  answered_at timestamptz,
  closed_at timestamptz,
  user_id uuid,
  queue_id uuid,
  connection_id uuid not null,
  -- As in core.ticket: who sees the numbers depends on it.
  bot text,
  transfers integer not null,
  reopenings integer not null,
  primary key (tenant_id, ticket_id),
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
create index ticket_fact_opened on core.ticket_fact (tenant_id, opened_at)
    include (taken_at, answered_at, user_id, queue_id, connection_id, bot, transfers, reopenings);
create index ticket_fact_closed on core.ticket_fact (tenant_id, closed_at)
    include (opened_at, taken_at, user_id, queue_id, connection_id, bot) where closed_at is not null;
alter table core.ticket_fact enable row level security, force row level security;
create policy tenant_wall on core.ticket_fact
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.ticket_fact to recado_app, recado_engine;

-- How many messages were sent in an hour (UTC). Their author is a user, or else the connection itself: contacts and
-- machines are not told apart.
create table core.message_fact (
  tenant_id uuid not null references core.tenant (id),
  hour timestamptz not null,
  connection_id uuid not null,
  from_me boolean not null,
  author uuid not null,
  messages integer not null,
  primary key (tenant_id, hour, connection_id, from_me, author) include (messages)
);
alter table core.message_fact enable row level security, force row level security;
create policy tenant_wall on core.message_fact
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.message_fact to recado_app, recado_engine;

-- What is not in the numbers yet: tickets to be read again, and messages that came (or went) in an hour. Rows are only
-- added and taken away, so that nothing waits for them.
create table core.fact_due (
  tenant_id uuid not null references core.tenant (id),
  id uuid not null default uuidv7(),
  ticket_id uuid,
  hour timestamptz,
  connection_id uuid,
  from_me boolean,
  author uuid,
  messages integer,
  primary key (tenant_id, id),
  constraint fact_due_of check ((ticket_id is null) = (messages is not null))
);
alter table core.fact_due enable row level security, force row level security;
create policy tenant_wall on core.fact_due
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.fact_due to recado_app, recado_engine;

-- Companies whose numbers have been made from their rows once.
create table core.facts_kept (
  tenant_id uuid primary key references core.tenant (id),
  since timestamptz not null default now()
);
alter table core.facts_kept enable row level security, force row level security;
create policy tenant_wall on core.facts_kept
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.facts_kept to recado_app, recado_engine;

-- Finds the messages of a month in portions of the table; costs next to nothing as they come.
create index message_sent on core.message using brin (sent_at) with (autosummarize = on);

create trigger ticket_opens after insert on core.ticket for each row execute function core.note_ticket();
create trigger ticket_changes after update on core.ticket for each row
  when (old.status <> new.status or old.user_id is distinct from new.user_id or old.queue_id is distinct from new.queue_id
    or old.bot is distinct from new.bot or old.closed_at is distinct from new.closed_at
    or old.started_at is distinct from new.started_at or old.merged_into is distinct from new.merged_into
    or old.connection_id <> new.connection_id or (old.last_message_at is null and new.last_message_at is not null))
  execute function core.note_ticket();
create trigger messages_come after insert on core.message referencing new table as added
  for each statement execute function core.count_added_messages();
create trigger messages_go after delete on core.message referencing old table as removed
  for each statement execute function core.count_removed_messages();
