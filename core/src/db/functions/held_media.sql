-- owner: engine; execute: app
-- Which of these files are still shown somewhere: by a message, one that waits to be sent, or another column of core
-- that shows a file; what was sent may be somebody's picture too, and the other way round. Under row-level security the
-- index over the files of messages could not be used.
create or replace function core.held_media(p_tenant uuid, p_media uuid[])
returns table (media_id uuid)
language sql stable security definer set search_path = '' as $$
  select h.id from unnest(p_media) h (id)
   where exists (
     select 1 from core.message m where m.tenant_id = p_tenant and core.media_of(m.parts) @> array[h.id]
        and jsonb_path_exists(m.parts, '$[*] ? (exists (@.media) || exists (@.header))'))
      or exists (
     select 1 from core.scheduled_message s where s.tenant_id = p_tenant and s.state in ('pending', 'failed')
       and core.media_of(jsonb_path_query_array(s.messages, '$[*][*]')) @> array[h.id])
      or exists (select 1 from core.user_account u where u.tenant_id = p_tenant and u.image = h.id::text)
      or exists (select 1 from core.user_group g where g.tenant_id = p_tenant and g.image = h.id)
      or exists (select 1 from core.contact c where c.tenant_id = p_tenant and c.profile_pic_url = 'media:' || h.id
          and c.profile_pic_url like 'media:%')
      or exists (select 1 from core.link_preview l where l.tenant_id = p_tenant and l.picture = h.id)
$$;
