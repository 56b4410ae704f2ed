create table seen (tenant_id uuid not null, body text not null);
create view all_seen as select * from seen;
