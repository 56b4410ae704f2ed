-- owner: engine; execute: app
-- Companies whose trial or licence ended since then, so that their users are told.
create or replace function core.ended_since(p_since timestamptz)
returns table (tenant_id uuid)
language sql stable security definer set search_path = '' as $$
  select t.id from core.tenant t where t.trial_ends_at > p_since and t.trial_ends_at <= now()
  union
  select l.tenant_id from core.licence l where l.expires_at > p_since and l.expires_at <= now()
$$;
