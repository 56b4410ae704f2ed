-- owner: database; execute: app, engine
-- Contacts are found by their names without accents and case, and by a number that stands in the place of a name, as
-- messages are found.
create or replace function core.searchable(p_text text)
returns text
language sql immutable parallel safe as $$
  select regexp_replace(normalize(lower(p_text), NFKD), '[\u0300-\u036f]', '', 'g')
$$;
