-- Contacts are found by their names without accents and case, and by a number that stands in the place of a name, as messages are found.
create function core.searchable(p_text text) returns text language sql immutable parallel safe
  as $$ select regexp_replace(normalize(lower(p_text), NFKD), '[\u0300-\u036f]', '', 'g') $$;
grant execute on function core.searchable(text) to recado_app, recado_engine;

alter table core.contact alter column search set expression as (' ' || core.searchable(
  name || ' ' || coalesce(number, '') || ' ' || coalesce(email, '') || ' ' || coalesce(business_name, '') || ' ' || coalesce(document, '')
  || case when name !~ '[[:alpha:]]' then ' +' || regexp_replace(name, '\D', '', 'g') else '' end));
