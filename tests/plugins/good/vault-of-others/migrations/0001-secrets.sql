create table hidden (tenant_id uuid not null, body text not null);
-- A policy of the plugin's own would add to the host's, so the host takes it away.
alter table hidden enable row level security;
create policy everybody on hidden using (true);
