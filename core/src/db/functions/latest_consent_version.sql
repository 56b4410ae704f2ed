-- owner: engine; execute: app
-- The newest privacy notice that anybody has answered: a notice that was taken away and comes back must ask everybody
-- again.
create or replace function core.latest_consent_version()
returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(max(version), 0) from core.consent
$$;
