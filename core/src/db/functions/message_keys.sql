-- owner: database; execute: app, engine
-- What a message is found by: its words, each behind the place of the message. The beginnings of words are then read
-- for one company and one day alone. A key has at most 2,046 bytes; longer words stand there with their beginnings.
--
-- Arrays are made of text because a subquery for each message takes longer than everything else here.
create or replace function core.message_keys(p_tenant uuid, p_at timestamptz, p_text text)
returns tsvector
language plpgsql immutable parallel safe as $$
declare
  v_place constant text := core.message_place(p_tenant, core.message_day(p_at));
  v_words text[] := pg_catalog.tsvector_to_array(core.message_words(p_text));
begin
  if pg_catalog.octet_length(p_text) > 1000 then
    v_words := array(select pg_catalog.left(w, 250) from pg_catalog.unnest(v_words) w);
  end if;
  return pg_catalog.array_to_tsvector(pg_catalog.string_to_array(
      v_place || pg_catalog.array_to_string(v_words, E'\x01' || v_place), E'\x01'));
end $$;
