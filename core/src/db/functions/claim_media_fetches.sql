-- owner: engine; execute: app
-- Takes up to p_limit files that are due on the given connections. The lease is the time after which another may try.
create or replace function core.claim_media_fetches(p_connections uuid[], p_lease interval, p_limit integer)
returns table (
    tenant_id uuid, message_id uuid, part integer, connection_id uuid, ref text, attempt integer, content jsonb)
language sql security definer set search_path = core, pg_temp as $$
  with due as (
    select f.tenant_id, f.message_id, f.part
      from platform.connection_directory k
      join media_fetch f on f.tenant_id = k.tenant_id and f.connection_id = k.connection_id
     where k.connection_id = any (p_connections) and f.state = 'queued' and f.next_at <= now()
     order by f.next_at limit p_limit for update of f skip locked
  )
  update media_fetch f set attempt = f.attempt + 1, next_at = now() + p_lease
    from due where f.tenant_id = due.tenant_id and f.message_id = due.message_id and f.part = due.part
  returning f.tenant_id, f.message_id, f.part, f.connection_id, f.ref, f.attempt,
            (select m.parts -> f.part from message m where m.tenant_id = f.tenant_id and m.id = f.message_id)
$$;
