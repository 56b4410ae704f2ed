create table plg_api.configuration (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 100),
  -- The connection that it sends through.
  session_id uuid not null,
  url_service_status text,
  url_message_status text,
  is_active boolean not null,
  -- How a request says to whom it sends.
  send_by text not null check (send_by in ('any', 'number', 'ticket')),
  -- Closes conversations that a request has opened.
  close_ticket boolean not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index configuration_name on plg_api.configuration (tenant_id, lower(name));
