-- owner: database; execute: app, engine
-- The day under which a message is looked for, counted from 2020. Days before stand together, as do those after 2100,
-- so that a search comes to an end without asking where the oldest message is.
create or replace function core.message_day(p_at timestamptz)
returns integer
language sql immutable parallel safe
return (least(greatest(p_at, '2020-01-01 00:00:00+00'::timestamptz), '2100-01-01 00:00:00+00'::timestamptz)
    at time zone 'UTC')::date - date '2020-01-01';
