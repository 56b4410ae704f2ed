-- owner: engine; execute: app
-- Messages that hold every one of the words, newest first: from p_since on, or ever, and before the position. Words of
-- three letters and more are found by their beginnings. Under row-level security the index would not be used, hence a
-- reviewed function; the caller's tenant is checked against the transaction's.
--
-- The beginning of a word that every message holds gathers all of them from the index before anything else is asked, so
-- such words are only compared with what the others find; and words that are all like that are sought in the newest
-- messages in order, where they are met soon. What the statistics hold for a word is asked of the planner, which only
-- volatile functions may. The plan depends on how much the window holds; reading the whole table is never one.
create or replace function core.search_messages(
    p_tenant uuid, p_ticket uuid, p_text text, p_since timestamptz, p_before timestamptz, p_before_id uuid,
    p_limit integer)
returns table (id uuid, ticket_id uuid, sent_at timestamptz)
language plpgsql volatile security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  -- A word that this many times more messages hold than the rarest one is not looked up.
  c_common constant integer := 20;
  -- Words that all are in more than this part of the messages are met by reading.
  c_everywhere constant real := 0.05;
  v_places bytea[] := array[uuid_send(p_tenant)];
  v_terms tsquery[];
  v_rows double precision[];
  v_all double precision;
  v_words tsquery;
  v_rest tsquery;
  v_plan json;
begin
  if p_tenant is distinct from core.current_tenant() then
    raise exception 'foreign tenant' using errcode = '42501';
  end if;
  v_terms := array(
    select ('''' || replace(replace(w.lexeme, '\', '\\'), '''', '''''')
             || case when length(w.lexeme) > 2 then ''':*' else '''' end)::tsquery
      from unnest(core.message_words(p_text)) w);
  if cardinality(v_terms) = 0 then return; end if;
  if p_since is not null then
    v_places := array(select uuid_send(p_tenant) || int4send(w)
        from generate_series(core.message_week(p_since), core.message_week(p_before)) w);
  end if;
  for i in 1 .. cardinality(v_terms) loop
    execute format('explain (format json) select from core.message m'
      ' where core.message_words(m.body) @@ %L::tsquery and m.deleted_at is null and m.body <> ''''',
      v_terms[i]::text) into v_plan;
    v_rows[i] := (v_plan -> 0 -> 'Plan' ->> 'Plan Rows')::double precision;
  end loop;
  select greatest(c.reltuples, 1) into v_all from pg_catalog.pg_class c where c.oid = 'core.message'::regclass;
  select string_agg(v_terms[i]::text, ' & ') filter (where v_rows[i] <= c_common * rarest)::tsquery,
         string_agg(v_terms[i]::text, ' & ') filter (where v_rows[i] > c_common * rarest)::tsquery
    into v_words, v_rest from generate_subscripts(v_terms, 1) i, (select min(r) from unnest(v_rows) r) least (rarest);

  if cardinality(v_places) <= 2 and p_since is not null
    and (select min(r) from unnest(v_rows) r) > c_everywhere * v_all then
    return query
      select m.id, m.ticket_id, m.sent_at from (
        select n.id, n.ticket_id, n.sent_at, n.body from core.message n
         where core.message_places(n.tenant_id, n.sent_at) && v_places and n.deleted_at is null and n.body <> ''
           and n.tenant_id = p_tenant and (p_ticket is null or n.ticket_id = p_ticket)
           and n.sent_at >= p_since and (n.sent_at, n.id) < (p_before, p_before_id)
         order by n.sent_at desc, n.id desc offset 0) m
       where core.message_words(m.body) @@ v_words and (v_rest is null or core.message_words(m.body) @@ v_rest)
       limit p_limit;
    return;
  end if;
  return query
    select m.id, m.ticket_id, m.sent_at from core.message m
     where core.message_places(m.tenant_id, m.sent_at) && v_places and core.message_words(m.body) @@ v_words
       and (v_rest is null or (core.message_words(m.body) @@ v_rest) is true) and m.deleted_at is null and m.body <> ''
       and m.tenant_id = p_tenant and (p_ticket is null or m.ticket_id = p_ticket)
       and (p_since is null or m.sent_at >= p_since) and (m.sent_at, m.id) < (p_before, p_before_id)
     order by m.sent_at desc, m.id desc limit p_limit;
end $$;
