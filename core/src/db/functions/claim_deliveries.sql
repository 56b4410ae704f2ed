-- owner: engine; execute: app
-- Takes up to p_limit intents that are due for sending on the given connections: the head of each chat's lane only, so
-- that a chat keeps its order over retries. An expired lease is reported as 'expired' and left for the caller to judge.
-- Only for connections that the node has: one that was declared dead and does not know it claims nothing.
create or replace function core.claim_deliveries(p_connections uuid[], p_node text, p_lease interval, p_limit integer)
returns table (
    id uuid, tenant_id uuid, message_id uuid, connection_id uuid, chat text, attempt integer, expired boolean)
language sql security definer set search_path = core, pg_temp as $$
  with heads as (
    select h.tenant_id, h.id, h.state, h.next_at, h.lease_until
      from platform.connection_directory k
      join connection c on c.tenant_id = k.tenant_id and c.id = k.connection_id and c.leased_by = p_node
     cross join lateral (
       select distinct on (d.chat) d.tenant_id, d.id, d.state, d.next_at, d.lease_until from delivery d
        where d.tenant_id = c.tenant_id and d.connection_id = c.id and d.state in ('queued', 'leased', 'retry')
        order by d.chat, d.lane) h
     where k.connection_id = any (p_connections)
  ), due as (
    select d.tenant_id, d.id, d.state from delivery d join heads h on h.tenant_id = d.tenant_id and h.id = d.id
     where (h.state in ('queued', 'retry') and h.next_at <= now()) or (h.state = 'leased' and h.lease_until < now())
     limit p_limit for update of d skip locked
  )
  update delivery d set state = 'leased', leased_by = p_node, lease_until = now() + p_lease, attempt = d.attempt + 1
    from due where d.tenant_id = due.tenant_id and d.id = due.id
  returning d.id, d.tenant_id, d.message_id, d.connection_id, d.chat, d.attempt, due.state = 'leased'
$$;
