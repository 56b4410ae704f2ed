-- Since when a ticket waits for somebody to take it up: who writes again while they wait keeps their place.

alter table core.ticket add column pending_since timestamptz not null default now();
update core.ticket set pending_since = updated_at where status = 'pending';

-- Whoever returns or reopens it. Another queue leaves it its place.
create function core.begin_waiting() returns trigger language plpgsql set search_path = '' as $$
begin
  new.pending_since := clock_timestamp();
  return new;
end $$;
create trigger ticket_waits before update of status on core.ticket for each row when (new.status = 'pending' and old.status <> 'pending') execute function core.begin_waiting();

-- 0028's, by that instead of the latest change.
drop index core.ticket_waiting;
create index ticket_waiting on core.ticket (tenant_id, queue_id, pending_since) where status = 'pending' and user_id is null;
