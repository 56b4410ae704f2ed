-- owner: database; execute: app, engine
-- Where a day of core.message_day begins.
create or replace function core.message_day_start(p_day integer)
returns timestamptz
language sql immutable parallel safe
return (date '2020-01-01' + p_day)::timestamp at time zone 'UTC';
