create table half (id uuid primary key, tenant_id uuid not null);
alter table half add column other no_such_type;
