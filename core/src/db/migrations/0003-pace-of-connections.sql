-- How fast a connection may begin chats (decision 137): what it has begun, and what the company decides about it. Only
-- connections of channels that declare a pace have a row.
create table core.connection_pace (
  tenant_id uuid not null,
  connection_id uuid not null,
  -- Since when the connection sends at this pace: the days of its limit count from here.
  started_at timestamptz not null default now(),
  -- The day of the company's calendar that `opened` counts.
  day date,
  opened integer not null default 0,
  -- When the room for chats that are begun at once is whole again.
  spaced_until timestamptz not null default now(),
  -- Why and until when no chat is begun; the code is the provider's.
  held_reason text check (held_reason in ('warning', 'failures')),
  held_code text,
  held_until timestamptz,
  settings jsonb not null default '{}',
  primary key (tenant_id, connection_id),
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id) on delete cascade
);
alter table core.connection_pace enable row level security, force row level security;
create policy tenant_wall on core.connection_pace
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.connection_pace to recado_app, recado_engine;

-- What goes out next begins the chat, on a connection with a pace. A claim takes such lanes apart from the others.
-- The primary key is made after the index, as it was: of two indexes that seem to cost the same the planner takes the
-- one that was made last, and lanes are looked up by their key.
alter table core.delivery_lane add column opens boolean not null default false;
create index delivery_lane_rank on core.delivery_lane (tenant_id, connection_id, opens, due_at);
drop index core.delivery_lane_due;
alter table core.delivery_lane drop constraint delivery_lane_pkey;
alter table core.delivery_lane add primary key (tenant_id, connection_id, chat);
-- Who asks why a message waits reads the lanes; what somebody has answered begins its chat no more.
grant select, update (opens) on core.delivery_lane to recado_app;
