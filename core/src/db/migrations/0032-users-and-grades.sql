-- Users come from other systems too, as people who can be invited.
alter table core.import_record drop constraint import_record_kind_check;
alter table core.import_record add constraint import_record_kind_check
  check (kind in ('queue', 'tag', 'user', 'contact', 'ticket', 'message'));

-- Grades that contacts gave about conversations, among the numbers (decision 242). They are the plugin's that asks;
-- here stand those of a conversation as it told them last.
create table core.grade_fact (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  -- The measure that it belongs to.
  kind text not null check (char_length(kind) <= 20),
  grade smallint not null,
  -- The best grade that the survey had.
  highest smallint not null,
  graded_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade
);
create index grade_fact_ticket on core.grade_fact (tenant_id, ticket_id);
create index grade_fact_given on core.grade_fact (tenant_id, kind, graded_at) include (ticket_id, grade, highest);
alter table core.grade_fact enable row level security, force row level security;
create policy tenant_wall on core.grade_fact
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.grade_fact to recado_app, recado_engine;
