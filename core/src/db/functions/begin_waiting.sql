-- owner: database; execute: app, engine
-- Whoever returns or reopens it. Another queue leaves it its place.
create or replace function core.begin_waiting()
returns trigger
language plpgsql set search_path = '' as $$
begin
  new.pending_since := clock_timestamp();
  return new;
end $$;
