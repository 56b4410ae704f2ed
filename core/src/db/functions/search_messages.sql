-- owner: engine; execute: app
-- Messages of a company that hold every one of the words, newest first, before the position. Words of three letters and
-- more are found by their beginnings. Under row-level security the index would not be used, hence a reviewed function;
-- the caller's tenant is checked against the transaction's. Words that plugins added to a message are looked up
-- together with its own, by an index of the same keys; a message that is found by both indexes comes twice.
--
-- Walks over days backwards, several at a time while it finds little. The index is asked for one word first: days
-- without it are passed for a look at one key each, and where few messages hold it these are compared with the other
-- words. Days with many are looked at one by one; where every word that was tried is frequent, all are looked up
-- together. A walk that becomes long ends with a row without a ticket, which says how far it came.
--
-- `is true` keeps the other indexes away from the conditions on company and time, so that only one plan is left;
-- `offset 0` has the message of added words looked up by its key, each for itself.
create or replace function core.search_messages(
    p_tenant uuid, p_text text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns table (id uuid, ticket_id uuid, sent_at timestamptz)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0 as $$
declare
  -- More messages than this are intersected by the index rather than compared.
  c_few constant integer := 100;
  -- Days that are looked at together: the keys of a word that everybody writes are gathered in all of them.
  c_widest constant integer := 16;
  -- Words that are tried alone before all are looked up together.
  c_tried constant integer := 3;
  -- What is looked at in any case, about in keys: years without a word. Beyond it, the clock decides.
  c_work constant integer := 3000;
  c_time constant interval := '40 ms';
  -- Stands for the place: to compose a query anew for each day takes longer than to look it up.
  c_mark constant text := E'\x01';
  c_first constant uuid := '00000000-0000-0000-0000-000000000000';
  v_started constant timestamptz := clock_timestamp();
  v_words constant text[] := array(
    select w from unnest(tsvector_to_array(core.message_words(p_text))) w order by length(w) desc, w);
  v_all constant tsquery := core.words_sought('', v_words);
  -- The word that is asked for alone, and how many were found frequent on this day.
  v_front integer := 1;
  v_frequent integer := 0;
  v_together boolean;
  v_high integer := core.message_day(p_before);
  v_low integer;
  v_span integer := 1;
  v_asked text;
  v_queries tsquery[];
  v_work integer := 0;
  v_left integer := p_limit;
  v_seen integer;
  v_found integer;
  v_ids uuid[];
  v_tickets uuid[];
  v_times timestamptz[];
  v_bodies text[];
begin
  if p_tenant is distinct from core.current_tenant() then
    raise exception 'foreign tenant' using errcode = '42501';
  end if;
  if cardinality(v_words) = 0 then return; end if;

  while v_high >= 0 and v_left > 0 loop
    if v_work > c_work and clock_timestamp() > v_started + c_time then
      return query select c_first, null::uuid, core.message_day_start(v_high + 1);
      return;
    end if;
    v_low := greatest(v_high - v_span + 1, 0);
    v_together := v_low = v_high and v_frequent >= least(c_tried, cardinality(v_words) - 1);
    v_asked := core.words_sought(c_mark, case when v_together then v_words else v_words[v_front : v_front] end)::text;
    v_queries := array(
      select replace(v_asked, c_mark, core.message_place(p_tenant, d))::tsquery from generate_series(v_low, v_high) d);

    if v_together then
      return query
        select m.id, m.ticket_id, m.sent_at from core.message m
         where core.message_keys(m.tenant_id, m.sent_at, m.body) @@ any (v_queries)
           and m.deleted_at is null and m.body <> '' and (m.tenant_id = p_tenant) is true
           and ((m.sent_at, m.id) < (p_before, p_before_id)) is true
        union all
        select w.message_id, o.ticket_id, w.sent_at
          from core.added_words w
         cross join lateral (
           select m.ticket_id from core.message m
            where m.tenant_id = w.tenant_id and m.id = w.message_id and m.deleted_at is null offset 0) o
         where core.message_keys(w.tenant_id, w.sent_at, w.whole) @@ any (v_queries)
           and (w.tenant_id = p_tenant) is true and ((w.sent_at, w.message_id) < (p_before, p_before_id)) is true
         order by 3 desc, 1 desc limit v_left;
      get diagnostics v_seen = row_count;
      v_work := v_work + 100 * cardinality(v_words) + v_seen;
      v_left := v_left - v_seen;
      -- Words that are frequent apart and rare together stay so for days, but not for ever.
      if v_seen <= c_few and (cardinality(v_words) = 1 or v_high % 4 = 0) then
        v_span := 2;
        v_frequent := 0;
      end if;
      v_high := v_low - 1;
      continue;
    end if;

    select count(*), array_agg(f.id), array_agg(f.ticket_id), array_agg(f.sent_at), array_agg(f.body)
      into v_seen, v_ids, v_tickets, v_times, v_bodies
      from (select m.id, m.ticket_id, m.sent_at, m.body from core.message m
             where core.message_keys(m.tenant_id, m.sent_at, m.body) @@ any (v_queries)
               and m.deleted_at is null and m.body <> '' and (m.tenant_id = p_tenant) is true
               and ((m.sent_at, m.id) < (p_before, p_before_id)) is true
            union all
            select w.message_id, o.ticket_id, w.sent_at, w.whole
              from core.added_words w
             cross join lateral (
               select m.ticket_id from core.message m
                where m.tenant_id = w.tenant_id and m.id = w.message_id and m.deleted_at is null offset 0) o
             where core.message_keys(w.tenant_id, w.sent_at, w.whole) @@ any (v_queries)
               and (w.tenant_id = p_tenant) is true and ((w.sent_at, w.message_id) < (p_before, p_before_id)) is true
             limit c_few + 1) f;
    if v_seen <= c_few then
      return query
        select f.id, f.ticket_id, f.sent_at
          from unnest(v_ids, v_tickets, v_times, v_bodies) f (id, ticket_id, sent_at, body)
         where cardinality(v_words) = 1 or core.message_words(f.body) @@ v_all
         order by f.sent_at desc, f.id desc limit v_left;
      get diagnostics v_found = row_count;
      v_work := v_work + 10 + cardinality(v_queries) + 3 * v_seen;
      v_left := v_left - v_found;
      v_high := v_low - 1;
      v_span := least(2 * v_span, c_widest);
      v_frequent := 0;
    else
      v_work := v_work + 50 * cardinality(v_queries);
      if v_low < v_high then
        v_span := greatest(v_span / 4, 1);
      else
        v_frequent := v_frequent + 1;
        v_front := v_front % cardinality(v_words) + 1;
      end if;
    end if;
  end loop;
end $$;
