-- owner: database; execute: app, engine
-- A protocol from its template: `{id}` becomes the next number, of six digits at least, so that protocols align.
create or replace function core.next_protocol(p_template text)
returns text
language sql volatile set search_path = core, pg_temp as $$
  select replace(p_template, '{id}', lpad(n, greatest(6, length(n)), '0'))
    from (select nextval('core.protocol_number')::text as n) next
$$;
