-- Keys and logins that the adapter of a channel keeps, each sealed with the company's key.
create table core.connection_sealed (
  tenant_id uuid not null,
  connection_id uuid not null,
  key text not null,
  sealed bytea not null,
  primary key (tenant_id, connection_id, key),
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id) on delete cascade
);
alter table core.connection_sealed enable row level security, force row level security;
create policy tenant_wall on core.connection_sealed
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.connection_sealed to recado_app, recado_engine;
