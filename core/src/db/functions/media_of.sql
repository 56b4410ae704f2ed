-- owner: database; execute: app, engine
-- The files that parts of a message hold: attachments, letters with their pictures, headers of templates.
create or replace function core.media_of(p_parts jsonb)
returns uuid[]
language sql immutable parallel safe set search_path = '' as $$
  select array(
    select (m #>> '{}')::uuid from (
      select jsonb_path_query(p_parts, '$[*].media') as m
      union all select jsonb_path_query(p_parts, '$[*].inline[*]')
      union all select jsonb_path_query(p_parts, '$[*].header')) held)
$$;
