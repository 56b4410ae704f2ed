-- Who has a flow open in the builder, by page, and which blocks they have chosen there. Nothing is lost with these
-- rows: each page writes its own again every few seconds.
create unlogged table plg_flows.editor (
  tenant_id uuid not null,
  flow_id uuid not null,
  page uuid not null,
  user_id uuid not null,
  chosen text[] not null,
  seen_at timestamptz not null default now(),
  primary key (tenant_id, flow_id, page),
  foreign key (tenant_id, flow_id) references plg_flows.flow (tenant_id, id) on delete cascade
);
