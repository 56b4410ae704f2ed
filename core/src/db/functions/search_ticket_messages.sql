-- owner: engine; execute: app
-- As core.search_messages, in one conversation. Walks along it, some hundred messages at a time, and compares each. Of
-- a long conversation the index is asked for the longest word in the days of the next stretch first: where few messages
-- of the company hold it, only these are compared. A walk that becomes long ends with a row without a ticket,
-- which says how far it came. A message is also found by words that a plugin added to it, together with its own; it may
-- then come twice.
--
-- The order of the index is kept (no sort, no bitmap) where the conversation is read; `is true` keeps the other indexes
-- away from the condition on the company where words are looked up.
create or replace function core.search_ticket_messages(
    p_tenant uuid, p_ticket uuid, p_text text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns table (id uuid, ticket_id uuid, sent_at timestamptz)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
declare
  -- Messages that are compared without asking the index, at once and in one call.
  c_piece constant integer := 250;
  c_compared constant integer := 2000;
  -- Messages of a stretch, the days that it may take, and the messages of the company that are read instead of it.
  c_stretch constant integer := 2000;
  c_days constant integer := 32;
  c_few constant integer := 500;
  c_first constant uuid := '00000000-0000-0000-0000-000000000000';
  v_words constant text[] := array(
    select w from unnest(tsvector_to_array(core.message_words(p_text))) w order by length(w) desc, w);
  v_all constant tsquery := core.words_sought('', v_words);
  v_at timestamptz := p_before;
  v_id uuid := p_before_id;
  v_since timestamptz;
  v_until timestamptz;
  v_compared integer := 0;
  v_left integer := p_limit;
  v_seen integer;
  v_ids uuid[];
  v_times timestamptz[];
begin
  if p_tenant is distinct from core.current_tenant() then
    raise exception 'foreign tenant' using errcode = '42501';
  end if;
  if cardinality(v_words) = 0 then return; end if;

  while v_left > 0 loop
    if v_compared >= c_compared then
      return query select v_id, null::uuid, v_at;
      return;
    end if;
    select count(*), min(s.sent_at), max(s.sent_at) into v_seen, v_since, v_until
      from (select m.sent_at from core.message m
             where m.tenant_id = p_tenant and m.ticket_id = p_ticket and (m.sent_at, m.id) < (v_at, v_id)
             order by m.sent_at desc, m.id desc limit c_stretch) s;
    if v_seen = 0 then return; end if;

    if v_seen > c_piece and core.message_day(v_until) - core.message_day(v_since) < c_days then
      select count(*), array_agg(f.id order by f.sent_at desc, f.id desc) filter (where f.fits),
             array_agg(f.sent_at order by f.sent_at desc, f.id desc) filter (where f.fits)
        into v_seen, v_ids, v_times
        from (select m.id, m.sent_at,
                     m.ticket_id = p_ticket and m.sent_at >= v_since and (m.sent_at, m.id) < (v_at, v_id)
                       and core.message_words(m.body) @@ v_all as fits
                from core.message m
               where core.message_keys(m.tenant_id, m.sent_at, m.body) @@ any (array(
                       select core.words_sought(core.message_place(p_tenant, d), v_words[1 : 1])
                         from generate_series(core.message_day(v_since), core.message_day(v_until)) d))
                 and m.deleted_at is null and m.body <> '' and (m.tenant_id = p_tenant) is true
              union all
              select w.message_id, w.sent_at,
                     o.ticket_id = p_ticket and w.sent_at >= v_since and (w.sent_at, w.message_id) < (v_at, v_id)
                       and core.message_words(w.whole) @@ v_all
                from core.added_words w
               cross join lateral (
                 select m.ticket_id from core.message m
                  where m.tenant_id = w.tenant_id and m.id = w.message_id and m.deleted_at is null offset 0) o
               where core.message_keys(w.tenant_id, w.sent_at, w.whole) @@ any (array(
                       select core.words_sought(core.message_place(p_tenant, d), v_words[1 : 1])
                         from generate_series(core.message_day(v_since), core.message_day(v_until)) d))
                 and (w.tenant_id = p_tenant) is true
               limit c_few + 1) f;
      if v_seen <= c_few then
        return query select i, p_ticket, t from unnest(v_ids, v_times) u (i, t) limit v_left;
        v_left := v_left - coalesce(cardinality(v_ids), 0);
        v_at := v_since;
        v_id := c_first;
        continue;
      end if;
    end if;

    select count(*), array_agg(f.id order by f.sent_at desc, f.id desc) filter (where f.fits),
           array_agg(f.sent_at order by f.sent_at desc, f.id desc) filter (where f.fits),
           min(f.sent_at), (array_agg(f.id order by f.sent_at, f.id))[1]
      into v_seen, v_ids, v_times, v_at, v_id
      from (select m.id, m.sent_at,
                   m.deleted_at is null
                     and (m.body <> '' and core.message_words(m.body) @@ v_all
                          or coalesce((select bool_or(core.message_words(w.whole) @@ v_all) from core.added_words w
                                        where w.tenant_id = m.tenant_id and w.message_id = m.id), false)) as fits
              from core.message m
             where m.tenant_id = p_tenant and m.ticket_id = p_ticket and (m.sent_at, m.id) < (v_at, v_id)
             order by m.sent_at desc, m.id desc limit c_piece) f;
    return query select i, p_ticket, t from unnest(v_ids, v_times) u (i, t) limit v_left;
    v_left := v_left - coalesce(cardinality(v_ids), 0);
    v_compared := v_compared + v_seen;
    if v_seen < c_piece then return; end if;
  end loop;
end $$;
