-- What answers conversations before people do (decision 148).

-- Who answers in which order: of a connection, of a queue, or, with neither, of the company.
create table core.responder_order (
  id uuid not null default uuidv7(),
  tenant_id uuid not null references core.tenant (id),
  connection_id uuid,
  queue_id uuid,
  -- An array of { plugin, name, input }.
  places jsonb not null check (jsonb_typeof(places) = 'array'),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id) on delete cascade,
  foreign key (tenant_id, queue_id) references core.queue (tenant_id, id) on delete cascade,
  check (connection_id is null or queue_id is null)
);
create unique index responder_order_scope on core.responder_order (tenant_id, connection_id, queue_id) nulls not distinct;
create index responder_order_queue on core.responder_order (tenant_id, queue_id);
alter table core.responder_order enable row level security, force row level security;
create policy tenant_wall on core.responder_order
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.responder_order to recado_app, recado_engine;

-- The responder that has a ticket, or had it last: it has it while the ticket waits, is nobody's, and `ticket.bot` names
-- its plugin.
create table core.responder_turn (
  tenant_id uuid not null,
  ticket_id uuid not null,
  plugin text not null,
  -- Null for a plugin that holds the ticket outside of any order.
  name text,
  input jsonb not null default '{}',
  -- Who comes after it, as the order was when the first of them got the ticket.
  rest jsonb not null default '[]',
  -- Queues whose order has begun in this conversation.
  queues uuid[] not null default '{}',
  -- Grows with every change, so that a decision about an earlier state is not applied.
  step integer not null default 1,
  -- due: it has to be asked. kept: it has decided to keep the ticket.
  state text not null check (state in ('due', 'kept')),
  since timestamptz not null default now(),
  -- When core acts without a message: asks it, or hands the ticket on.
  until timestamptz not null,
  attempts smallint not null default 0,
  -- Of the last call that was answered.
  last_key text,
  primary key (tenant_id, ticket_id),
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
create index responder_turn_until on core.responder_turn (until, tenant_id, ticket_id);
alter table core.responder_turn enable row level security, force row level security;
create policy tenant_wall on core.responder_turn
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.responder_turn to recado_app, recado_engine;

-- What responders decided about a ticket, for people who want to know why.
create table core.responder_decision (
  id uuid not null default uuidv7(),
  tenant_id uuid not null,
  ticket_id uuid not null,
  plugin text not null,
  name text not null,
  outcome text not null check (outcome in (
    'began', 'passed', 'people', 'closed', 'failed', 'timeout', 'silent', 'unavailable')),
  note text check (char_length(note) <= 200),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
create index responder_decision_ticket on core.responder_decision (tenant_id, ticket_id, id);
alter table core.responder_decision enable row level security, force row level security;
create policy tenant_wall on core.responder_decision
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.responder_decision to recado_app;

-- A closed ticket in which a plugin expects a reply: what the contact writes until then stays in it.
create table core.expected_reply (
  tenant_id uuid not null,
  ticket_id uuid not null,
  plugin text not null check (char_length(plugin) <= 60),
  since timestamptz not null default now(),
  until timestamptz not null,
  primary key (tenant_id, ticket_id),
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
alter table core.expected_reply enable row level security, force row level security;
create policy tenant_wall on core.expected_reply
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.expected_reply to recado_app, recado_engine;
