-- owner: engine; execute: app
-- Whoever merges or undoes in a tenant does so alone: merges are rare, and chains of them would lock each other out.
create or replace function core.lock_merges(p_tenant uuid)
returns void
language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended(p_tenant::text || ' merges', 0))
$$;
