-- owner: database; execute: app, engine
-- A query for all of these words behind a place of the index, or for the words alone: from three letters on by their
-- beginnings.
create or replace function core.words_sought(p_place text, p_words text[])
returns tsquery
language sql immutable parallel safe as $$
  select string_agg('''' || p_place || replace(replace(w, '\', '\\'), '''', '''''')
                    || case when length(w) > 2 then ''':*' else '''' end, ' & ')::tsquery
    from unnest(p_words) w
$$;
