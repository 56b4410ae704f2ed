-- owner: engine; execute: app
-- Takes up to p_limit intents that are due for sending on the given connections: the head of each chat's lane only, so
-- that a chat keeps its order over retries. The lanes that have been due longest come first, those of several
-- connections in turn. An expired lease is reported as 'expired' and left for the caller to judge. Only for connections
-- that the node has: one that was declared dead and does not know it claims nothing. Of each connection at most as many
-- as p_answers and p_openings say, where they do; what begins chats comes behind all answers.
create or replace function core.claim_deliveries(
    p_connections uuid[], p_node text, p_lease interval, p_limit integer, p_answers integer[] default null,
    p_openings integer[] default null)
returns table (
    id uuid, tenant_id uuid, message_id uuid, connection_id uuid, chat text, attempt integer, expired boolean,
    opens boolean)
language plpgsql security definer set search_path = core, pg_temp set plan_cache_mode = force_generic_plan
    set enable_seqscan = off as $$
#variable_conflict use_column
declare v_tenant uuid[]; v_connection uuid[]; v_chat text[]; v_opens boolean[];
begin
  -- Who changes what waits in a lane locks it as well: its head is looked up by the next statement, which sees all that
  -- was done before.
  select array_agg(l.tenant_id), array_agg(l.connection_id), array_agg(l.chat), array_agg(l.opens)
    into v_tenant, v_connection, v_chat, v_opens
    from (
      select l.tenant_id, l.connection_id, l.chat, l.opens
        from unnest(p_connections, p_answers, p_openings) key (id, answers, openings)
       cross join lateral (
         select k.tenant_id, k.connection_id from platform.connection_directory k where k.connection_id = key.id
          limit 1) k
       cross join lateral (
         select c.tenant_id, c.id from connection c
          where c.tenant_id = k.tenant_id and c.id = k.connection_id and c.leased_by = p_node limit 1) c
       cross join lateral (
         values (false, coalesce(key.answers, p_limit)), (true, coalesce(key.openings, p_limit))) rank (opens, most)
       cross join lateral (
         select l.tenant_id, l.connection_id, l.chat, l.due_at, l.opens from delivery_lane l
          where l.tenant_id = c.tenant_id and l.connection_id = c.id and l.opens = rank.opens and l.due_at <= now()
          order by l.due_at limit least(rank.most, p_limit) for update skip locked) l
       order by l.opens, row_number() over (partition by l.connection_id, l.opens order by l.due_at), l.due_at
       limit p_limit) l;
  if v_chat is null then return; end if;
  return query
  with lane as (
    select l.tenant_id, l.connection_id, l.chat, l.opens, h.id, h.state, h.attempt, h.due_at
      from unnest(v_tenant, v_connection, v_chat, v_opens) l (tenant_id, connection_id, chat, opens)
      left join lateral (
        select d.id, d.state, d.attempt, delivery_due(d.state, d.next_at, d.lease_until) as due_at from delivery d
         where d.tenant_id = l.tenant_id and d.connection_id = l.connection_id and d.chat = l.chat
           and d.state in ('queued', 'leased', 'retry')
         order by d.lane limit 1) h on true
  ), due as (
    -- What somebody else holds is about to change: they look at the lane again.
    select d.tenant_id, d.id, d.state, l.opens from lane l
     cross join lateral (
       select d.tenant_id, d.id, d.state from delivery d
        where d.tenant_id = l.tenant_id and d.id = l.id and d.state = l.state and d.attempt = l.attempt
        limit 1 for update skip locked) d
     where l.due_at <= now()
  ), taken as (
    update delivery d set state = 'leased', leased_by = p_node, lease_until = now() + p_lease, attempt = d.attempt + 1
      from due where d.tenant_id = due.tenant_id and d.id = due.id
    returning d.id, d.tenant_id, d.message_id, d.connection_id, d.chat, d.attempt, due.state = 'leased' as expired,
        due.opens
  ), later as (
    update delivery_lane l set due_at = coalesce(n.lease_until, n.due_at)
      from (
        select w.tenant_id, w.connection_id, w.chat, w.due_at, now() + p_lease as lease_until
          from lane w join taken t on t.tenant_id = w.tenant_id and t.id = w.id
        union all
        select w.tenant_id, w.connection_id, w.chat, w.due_at, null from lane w where w.due_at > now()) n
     where l.tenant_id = n.tenant_id and l.connection_id = n.connection_id and l.chat = n.chat
  ), ended as (
    delete from delivery_lane l using lane w
     where w.id is null and l.tenant_id = w.tenant_id and l.connection_id = w.connection_id and l.chat = w.chat
  )
  select t.id, t.tenant_id, t.message_id, t.connection_id, t.chat, t.attempt, t.expired, t.opens from taken t;
end $$;
