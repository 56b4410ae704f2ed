-- Messages are found by their words, without accents and in no language's grammar: people write names, numbers and four
-- languages, and a stem that helps in one hides a word of another.
create text search configuration core.plain_words (copy = pg_catalog.simple);
alter text search configuration core.plain_words alter mapping for word, hword, hword_part with public.unaccent, pg_catalog.simple;

-- What a text holds and what is looked for are cut into words alike: at everything that is neither letter nor digit, so
-- that the parser sees no addresses or signed numbers. The beginning of a very long letter stands for it.
create function core.message_words(p_text text) returns tsvector language sql immutable parallel safe
return pg_catalog.to_tsvector('core.plain_words'::pg_catalog.regconfig, pg_catalog.translate(pg_catalog.left(p_text, 8000), '-_/\.,:@+#=&', '            '));

-- Where a message is looked for: in all of its company, or in a week of it. Exact keys, because a range of keys would be
-- read from one end of all companies to the other.
create function core.message_week(p_at timestamptz) returns integer language sql immutable parallel safe
return ((p_at at time zone 'UTC')::date - date '1900-01-01') / 7;
create function core.message_places(p_tenant uuid, p_at timestamptz) returns bytea[] language sql immutable parallel safe
return array[pg_catalog.uuid_send(p_tenant), pg_catalog.uuid_send(p_tenant) || pg_catalog.int4send(core.message_week(p_at))];

-- Receipts change neither words nor week, so that they leave this index alone.
create index message_words on core.message using gin (core.message_places(tenant_id, sent_at), core.message_words(body)) where deleted_at is null and body <> '';

-- Messages that hold every one of the words, newest first: from p_since on, or ever, and before the position. Words of three letters
-- and more are found by their beginnings. Under row-level security the index would not be used, hence a reviewed function;
-- the caller's tenant is checked against the transaction's.
create function core.search_messages(p_tenant uuid, p_ticket uuid, p_text text, p_since timestamptz, p_before timestamptz, p_before_id uuid, p_limit integer)
returns table (id uuid, ticket_id uuid, sent_at timestamptz) language plpgsql stable security definer
-- The plan depends on how much the window holds; reading the whole table is never one.
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare v_words tsquery; v_places bytea[] := array[uuid_send(p_tenant)];
begin
  if p_tenant is distinct from core.current_tenant() then raise exception 'foreign tenant' using errcode = '42501'; end if;
  select string_agg('''' || replace(replace(w.lexeme, '\', '\\'), '''', '''''') || case when length(w.lexeme) > 2 then ''':*' else '''' end, ' & ')::tsquery into v_words from unnest(core.message_words(p_text)) w;
  if v_words is null then return; end if;
  if p_since is not null then
    v_places := array(select uuid_send(p_tenant) || int4send(w) from generate_series(core.message_week(p_since), core.message_week(p_before)) w);
  end if;
  return query
    select m.id, m.ticket_id, m.sent_at from core.message m
     where core.message_places(m.tenant_id, m.sent_at) && v_places and core.message_words(m.body) @@ v_words and m.deleted_at is null and m.body <> ''
       and m.tenant_id = p_tenant and (p_ticket is null or m.ticket_id = p_ticket) and (p_since is null or m.sent_at >= p_since) and (m.sent_at, m.id) < (p_before, p_before_id)
     order by m.sent_at desc, m.id desc limit p_limit;
end $$;

-- The plugin whose bot holds the conversation now; null while people do. With a user it is theirs, whatever stands here.
alter table core.ticket add column bot text;
create index ticket_bot on core.ticket (tenant_id, updated_at, id) where bot is not null and status <> 'closed';

grant create on schema core to recado_engine;
alter function core.search_messages(uuid, uuid, text, timestamptz, timestamptz, uuid, integer) owner to recado_engine;
revoke all on function core.search_messages(uuid, uuid, text, timestamptz, timestamptz, uuid, integer) from public;
grant execute on function core.search_messages(uuid, uuid, text, timestamptz, timestamptz, uuid, integer) to recado_app;
revoke create on schema core from recado_engine;
