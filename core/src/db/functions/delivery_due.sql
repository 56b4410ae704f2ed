-- owner: database; execute: app, engine
-- The moment from which an intent that waits may be taken: at its next try, or when the lease of its node has run out.
create or replace function core.delivery_due(p_state text, p_next_at timestamptz, p_lease_until timestamptz)
returns timestamptz
language sql immutable parallel safe as $$ select case p_state when 'leased' then p_lease_until else p_next_at end $$;
