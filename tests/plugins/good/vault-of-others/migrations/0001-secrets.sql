create table hidden (tenant_id uuid not null, body text not null);
