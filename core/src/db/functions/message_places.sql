-- owner: database; execute: app, engine
-- The keys under which a message is looked for: its company, and its week of it.
create or replace function core.message_places(p_tenant uuid, p_at timestamptz)
returns bytea[]
language sql immutable parallel safe
return array[
  pg_catalog.uuid_send(p_tenant),
  pg_catalog.uuid_send(p_tenant) || pg_catalog.int4send(core.message_week(p_at))];
