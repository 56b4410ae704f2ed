-- owner: database; execute: app, engine
-- Where a message is looked for: in all of its company, or in a week of it. Exact keys, because a range of keys would
-- be read from one end of all companies to the other.
create or replace function core.message_week(p_at timestamptz)
returns integer
language sql immutable parallel safe
return ((p_at at time zone 'UTC')::date - date '1900-01-01') / 7;
