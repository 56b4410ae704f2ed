-- What the pages behind links say about themselves, for every message of a company with the same link (decision 155).
create table core.link_preview (
  tenant_id uuid not null references core.tenant (id),
  -- SHA-256 of the address: it stands in messages, and goes with them.
  address bytea not null check (octet_length(address) = 32),
  -- fetching: a node reads the page, until the row expires. none: the page says nothing. failed: it could not be had.
  state text not null check (state in ('fetching', 'found', 'none', 'failed')),
  final_host text,
  site_name text,
  title text,
  description text,
  picture uuid,
  expires_at timestamptz not null,
  primary key (tenant_id, address),
  check ((state = 'found') = (title is not null))
);
create index link_preview_expires on core.link_preview (expires_at, tenant_id, address);
create index link_preview_picture on core.link_preview (tenant_id, picture) where picture is not null;
alter table core.link_preview enable row level security, force row level security;
create policy tenant_wall on core.link_preview
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.link_preview to recado_app, recado_engine;
