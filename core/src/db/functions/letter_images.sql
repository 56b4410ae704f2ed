-- owner: engine; execute: app
-- The stored images that a letter may show: those that a message names beside it. Null for a file that is no message's
-- letter. Under row-level security the index over parts could not be used.
create or replace function core.letter_images(p_tenant uuid, p_media uuid)
returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg((image #>> '{}')::uuid) filter (where image is not null), '{}') from core.message m
   cross join lateral jsonb_path_query(m.parts, '$[*] ? (@.kind == "html")') part
    left join lateral jsonb_path_query(part, '$.inline[*]') image on true
   where m.tenant_id = p_tenant and m.deleted_at is null and core.media_of(m.parts) @> array[p_media]
     and jsonb_path_exists(m.parts, '$[*] ? (exists (@.media) || exists (@.header))')
     and part ->> 'media' = p_media::text
  having count(*) > 0
$$;
