-- owner: database; execute: app, engine
-- The time as a whole number: numbers of what is in order within a company begin there. Unlike numbers of a sequence
-- they keep their order where the rows of a company move to another server.
create or replace function core.microseconds()
returns bigint
language sql volatile
return (extract(epoch from pg_catalog.clock_timestamp()) * 1000000)::bigint;
