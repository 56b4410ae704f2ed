-- owner: database; execute: app, engine
-- What stands before each word in the index: company and day in eight characters. Companies that share a place by
-- chance are told apart in the table.
create or replace function core.message_place(p_tenant uuid, p_day integer)
returns text
language sql immutable parallel safe
return pg_catalog.encode(
    pg_catalog.int4send(pg_catalog.uuid_hash(p_tenant)) || pg_catalog.int2send(p_day::smallint), 'base64');
